import {
  type CampaignSnapshot,
  type ClickRow,
  type ClickTraits,
  type LinkSnapshot,
} from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { isExcludedSearch } from './search-terms.ts';

/** A tracking link with its campaign. */
export interface KnownLink {
  readonly link: LinkSnapshot;
  readonly campaign: CampaignSnapshot;
  /** The affiliate's or the brand's account is suspended. */
  readonly isSuspended?: boolean;
}

export const linkNotFound = () => notFound('link_not_found', { message: 'There is no such link' });

/**
 * Requires an active link. Paused campaigns still redirect, and completed ones too, though their clicks
 * no longer count; drafts, archived campaigns and inactive links do not.
 * @throws not_found link_not_found
 */
export function requireRedirect({ link, campaign }: KnownLink): void {
  const isGone = campaign.status === 'draft' || campaign.status === 'archived';
  if (isGone || !link.active) throw linkNotFound();
}

/** The visitor's properties that campaigns target. */
interface Visitor {
  readonly device: ClickRow['device'];
  readonly isBot: boolean;
  /** Empty where unknown. */
  readonly languages: readonly string[];
  readonly country: string | null;
  /** Search terms before the visit; empty where unknown. */
  readonly searches: readonly string[];
  /** The visitor's place in the draw of held-out visitors, from 0 to below 1; absent where it is not known. */
  readonly draw?: number | undefined;
}

/** Whether a visitor matches the targeting; unknown properties match. */
function fitsTargeting({ targeting }: CampaignSnapshot, visitor: Visitor): boolean {
  const { devices, languages, countries } = targeting;
  const targeted = languages.map((language) => language.toLowerCase().replace(/-.*/, ''));
  const isAnyDevice = devices.length === 0 || visitor.device === 'unknown';
  const isAnyLanguage = languages.length === 0 || visitor.languages.length === 0;
  const isAnywhere = countries.length === 0 || visitor.country === null;
  return (
    (isAnyDevice || devices.includes(visitor.device)) &&
    (isAnyLanguage || visitor.languages.some((spoken) => targeted.includes(spoken))) &&
    (isAnywhere || countries.includes(visitor.country))
  );
}

/**
 * Whether a visitor is held out: its orders are credited to nobody, as those of visitors outside the targeting. Who is not
 * known takes part in no experiment, and campaigns that pay for clicks have none.
 */
const isHeldOut = (
  { holdoutPercent = 0, type }: CampaignSnapshot,
  { draw }: Pick<Visitor, 'draw'>,
): boolean => type !== 'click' && draw !== undefined && draw * 100 < holdoutPercent;

/** The reason why a click cannot earn, whether or not it is unique; undefined where it can. */
export function decideInvalidity(
  { campaign, isSuspended = false }: KnownLink,
  visitor: Visitor,
): Exclude<ClickRow['validity'], 'valid' | 'duplicate'> | undefined {
  if (visitor.isBot) return 'bot';
  if (isSuspended || campaign.status === 'completed') return 'inactive_campaign';
  const { excludedKeywords = [] } = campaign.targeting;
  const isExcluded = isExcludedSearch(excludedKeywords, visitor.searches);
  if (!fitsTargeting(campaign, visitor) || isExcluded) return 'filtered';
  return isHeldOut(campaign, visitor) ? 'held_out' : undefined;
}

/** What is known of a click when an order names it. */
export type StoredClick = Omit<ClickRow, 'fetchMetadata' | 'traffic'>;

/** Replaces the visitor id of erased clicks. */
export const ERASED_VISITOR = 'erased';

/** The traits of a click's visitor. */
export const traitsOf = ({ utm, country, device, browser }: ClickTraits): ClickTraits => ({
  utm,
  country,
  device,
  browser,
});

/** Whether a click is a person's and counts: the first of the day, or a repeated one. */
export const isCountable = ({ validity }: Pick<ClickRow, 'validity'>): boolean =>
  validity === 'valid' || validity === 'duplicate';
