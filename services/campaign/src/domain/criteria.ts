import { type Criteria } from './campaign.ts';

/** The affiliate's record that approval criteria are checked against. */
export interface AffiliateFacts {
  readonly isVerified: boolean;
  readonly country: string | null;
  readonly marketingChannels: readonly string[];
  /** Commissions earned so far, minor units by currency. */
  readonly earningsMinor: Readonly<Record<string, number>>;
  /** All conversions but rejected and reversed ones. */
  readonly conversions: number;
  readonly uniqueClicks: number;
  /** Memberships of campaigns that are active now. */
  readonly activeCampaigns: number;
  /** Whether the commission tier includes exclusive campaigns. */
  readonly opensExclusive: boolean;
}

/** Conversions per unique click; 0 without clicks. */
export const conversionRateOf = ({ conversions, uniqueClicks }: AffiliateFacts): number =>
  uniqueClicks === 0 ? 0 : conversions / uniqueClicks;

const lowerCased = (texts: readonly string[]): Set<string> =>
  new Set(texts.map((text) => text.toLowerCase()));

const isAtLeast = (figure: number, minimum: number | null): boolean =>
  minimum === null || figure >= minimum;

/**
 * The criteria, by their names in the contract, that the affiliate does not meet. Only earnings in the
 * campaign's own currency count; an affiliate without a country is not excluded by country.
 */
export function failedCriteria(
  criteria: Criteria,
  currency: string,
  facts: AffiliateFacts,
): string[] {
  const channels = lowerCased(facts.marketingChannels);
  const excluded = lowerCased(criteria.excludedCountries);
  const met: Readonly<Record<string, boolean>> = {
    min_lifetime_earnings: isAtLeast(
      facts.earningsMinor[currency] ?? 0,
      criteria.minLifetimeEarningsMinor,
    ),
    min_conversion_rate: isAtLeast(conversionRateOf(facts), criteria.minConversionRate),
    min_active_campaigns: isAtLeast(facts.activeCampaigns, criteria.minActiveCampaigns),
    verified_required: !criteria.verifiedRequired || facts.isVerified,
    required_channels: [...lowerCased(criteria.requiredChannels)].every((name) =>
      channels.has(name),
    ),
    excluded_countries: facts.country === null || !excluded.has(facts.country.toLowerCase()),
  };
  return Object.keys(met).filter((name) => met[name] === false);
}
