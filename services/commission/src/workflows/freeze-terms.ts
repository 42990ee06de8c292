import type { ReviewedConversion } from '@tributary/contracts';
import type { Deps } from '../deps.ts';
import type { FrozenTerms } from '../domain/creation.ts';
import { PLATFORM_CURRENCY, ratesInForce } from '../domain/exchange.ts';
import { freezeTier, PLATFORM_SCHEME } from '../domain/tier.ts';

type TrackedConversion = Pick<
  ReviewedConversion,
  'campaignId' | 'createdAt' | 'currency' | 'terms'
> & {
  readonly shares: readonly { readonly affiliateId: string }[];
};

/**
 * The tiers and exchange rates in force when each conversion was tracked. Both are dated and never change afterwards, so
 * the result does not depend on the time of the call.
 */
export const freezeTerms =
  ({ stores }: Pick<Deps, 'stores'>) =>
  async (conversions: readonly TrackedConversion[]): Promise<readonly FrozenTerms[]> => {
    const campaignIds = conversions.map(({ campaignId }) => campaignId);
    const affiliateIds = conversions.flatMap(({ shares }) =>
      shares.map((share) => share.affiliateId),
    );
    const currencies = new Set(conversions.flatMap(currenciesOf));
    const [schemes, changes, rates] = await Promise.all([
      stores.tiers.listSchemes([PLATFORM_SCHEME, ...campaignIds]),
      stores.tiers.listChanges(affiliateIds),
      currencies.size === 0 ? [] : stores.rates.list([...currencies]),
    ]);
    return conversions.map((conversion) => {
      const { campaignId, createdAt, shares } = conversion;
      const at = new Date(createdAt);
      const tiers = shares.flatMap(({ affiliateId }) => {
        const own = changes.filter((change) => change.affiliateId === affiliateId);
        const tier = freezeTier({ schemes, changes: own }, campaignId, at);
        return tier === null ? [] : [[affiliateId, tier] as const];
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
