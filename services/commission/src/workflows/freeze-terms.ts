import { budgetLimits, isLimited, type ReviewedConversion } from '@tributary/contracts';
import type { Deps } from '../deps.ts';
import type { FrozenTerms } from '../domain/creation.ts';
import { PLATFORM_CURRENCY, ratesInForce } from '../domain/exchange.ts';
import { freezeTier, PLATFORM_SCHEME, withinCounted } from '../domain/tier.ts';
import type { CampaignDocument } from '../store/collections.ts';

type TrackedConversion = Pick<
  ReviewedConversion,
  'campaignId' | 'createdAt' | 'currency' | 'terms'
> & {
  readonly shares: readonly { readonly affiliateId: string }[];
  /** The bonuses that tracking has counted against the campaign's limits, by affiliate. */
  readonly tierBonuses?: Readonly<Record<string, string>> | undefined;
};

type Limited = Pick<CampaignDocument, 'budget' | 'caps'>;

const limitsMoney = ({ caps, budget }: Limited): boolean =>
  isLimited(caps?.commissionMinor) || isLimited(budgetLimits({ budget }));

/** The conversions' campaigns with a cap of commission or a budget. */
async function listLimited(
  { stores }: Pick<Deps, 'stores'>,
  conversions: readonly TrackedConversion[],
): Promise<Set<string>> {
  const counted = conversions.filter(({ tierBonuses }) => tierBonuses !== undefined);
  if (counted.length === 0) return new Set();
  const found = await stores.campaigns.list(counted.map(({ campaignId }) => campaignId));
  return new Set(found.filter(limitsMoney).map(({ _id }) => _id));
}

/** The schemes, and the affiliates' moves where there are any. */
async function listTiers(
  { stores }: Pick<Deps, 'stores'>,
  schemeIds: readonly string[],
  affiliateIds: readonly string[],
) {
  const schemes = await stores.tiers.listSchemes(schemeIds);
  return {
    schemes,
    changes: schemes.length === 0 ? [] : await stores.tiers.listChanges(affiliateIds),
  };
}

/**
 * The tiers and exchange rates in force when each conversion was tracked. Both are dated and never change afterwards, so
 * the result does not depend on the time of the call. On a campaign that limits money no bonus exceeds the counted one.
 */
export const freezeTerms =
  ({ stores }: Pick<Deps, 'stores'>) =>
  async (conversions: readonly TrackedConversion[]): Promise<readonly FrozenTerms[]> => {
    const campaignIds = conversions.map(({ campaignId }) => campaignId);
    const affiliateIds = conversions.flatMap(({ shares }) =>
      shares.map((share) => share.affiliateId),
    );
    const currencies = new Set(conversions.flatMap(currenciesOf));
    const [limited, { schemes, changes }, rates] = await Promise.all([
      listLimited({ stores }, conversions),
      listTiers({ stores }, [PLATFORM_SCHEME, ...campaignIds], affiliateIds),
      currencies.size === 0 ? [] : stores.rates.list([...currencies]),
    ]);
    return conversions.map((conversion) => {
      const { campaignId, createdAt, shares, tierBonuses } = conversion;
      const counted = limited.has(campaignId) ? tierBonuses : undefined;
      const at = new Date(createdAt);
      const tiers = shares.flatMap(({ affiliateId }) => {
        const own = changes.filter((change) => change.affiliateId === affiliateId);
        const tier = freezeTier({ schemes, changes: own }, campaignId, at);
        if (tier === null) return [];
        const bounded =
          counted === undefined ? tier : withinCounted(tier, counted[affiliateId] ?? '0');
        return [[affiliateId, bounded] as const];
      });
      const inForce = ratesInForce(rates, at);
      return {
        tiers: Object.fromEntries(tiers),
        rates: currenciesOf(conversion).flatMap((currency) => inForce.get(currency) ?? []),
      };
    });
  };

/** The currencies that need a rate: the order's and the campaign's, but not the platform's. */
const currenciesOf = ({ currency, terms }: TrackedConversion): string[] =>
  [...new Set([currency, terms.currency])].filter((code) => code !== PLATFORM_CURRENCY);
