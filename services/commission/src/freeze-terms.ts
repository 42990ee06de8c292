import type { ReviewedConversion } from '@tributary/contracts';
import type { Deps } from './deps.ts';
import type { FrozenTerms } from './domain/creation.ts';
import { PLATFORM_CURRENCY, ratesInForce } from './domain/exchange.ts';
import { freezeTier, PLATFORM_SCHEME } from './domain/tier.ts';

type Tracked = Pick<ReviewedConversion, 'campaignId' | 'createdAt' | 'currency' | 'terms'> & {
  readonly shares: readonly { readonly affiliateId: string }[];
};

/**
 * The tiers and exchange rates that were in force when each conversion was tracked. Both are dated and
 * never change afterwards, so it does not matter when they are looked up.
 */
export const freezeTerms =
  ({ stores }: Pick<Deps, 'stores'>) =>
  async (tracked: readonly Tracked[]): Promise<readonly FrozenTerms[]> => {
    const campaignIds = tracked.map(({ campaignId }) => campaignId);
    const affiliateIds = tracked.flatMap(({ shares }) => shares.map((share) => share.affiliateId));
    const currencies = new Set(tracked.flatMap(currenciesOf));
    const [schemes, changes, rates] = await Promise.all([
      stores.tiers.listSchemes([PLATFORM_SCHEME, ...campaignIds]),
      stores.tiers.listChanges(affiliateIds),
      currencies.size === 0 ? [] : stores.rates.list([...currencies]),
    ]);
    return tracked.map((conversion) => {
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

/** Those that need a rate: the order's and the campaign's, where they are not the platform's own. */
const currenciesOf = ({ currency, terms }: Tracked): string[] =>
  [...new Set([currency, terms.currency])].filter((code) => code !== PLATFORM_CURRENCY);
