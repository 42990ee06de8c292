import { type Criteria } from './campaign.ts';

/** What is known of an affiliate when a campaign judges an application by itself. */
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
  /** Whether the commission tier opens exclusive campaigns. */
  readonly opensExclusive: boolean;
}

/** Conversions by unique clicks; 0 where there was no click yet. */
export const conversionRateOf = ({ conversions, uniqueClicks }: AffiliateFacts): number =>
  uniqueClicks === 0 ? 0 : conversions / uniqueClicks;

const folded = (texts: readonly string[]): Set<string> =>
  new Set(texts.map((text) => text.toLowerCase()));

const reaches = (figure: number, minimum: number | null): boolean =>
  minimum === null || figure >= minimum;

/**
 * The criteria, by their names in the contract, that the affiliate does not meet. Earnings count in
 * the campaign's own currency; without a known country none is excluded.
 */
export function failedCriteria(
  criteria: Criteria,
  currency: string,
  facts: AffiliateFacts,
): string[] {
  const channels = folded(facts.marketingChannels);
  const excluded = folded(criteria.excludedCountries);
  const met: Readonly<Record<string, boolean>> = {
    min_lifetime_earnings: reaches(
      facts.earningsMinor[currency] ?? 0,
      criteria.minLifetimeEarningsMinor,
    ),
    min_conversion_rate: reaches(conversionRateOf(facts), criteria.minConversionRate),
    min_active_campaigns: reaches(facts.activeCampaigns, criteria.minActiveCampaigns),
    verified_required: !criteria.verifiedRequired || facts.isVerified,
    required_channels: [...folded(criteria.requiredChannels)].every((name) => channels.has(name)),
    excluded_countries: facts.country === null || !excluded.has(facts.country.toLowerCase()),
  };
  return Object.keys(met).filter((name) => met[name] === false);
}
