import { type CampaignSnapshot, type ClickRow, type LinkSnapshot } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { isExcludedSearch } from './search-terms.ts';

/** A tracking link with the campaign it belongs to, as the redirect knows them. */
export interface KnownLink {
  readonly link: LinkSnapshot;
  readonly campaign: CampaignSnapshot;
}

export const linkNotFound = () => notFound('link_not_found', { message: 'There is no such link' });

/**
 * Whether a link leads anywhere. Paused campaigns still redirect, and completed ones too, though
 * their clicks no longer count; drafts, archived campaigns and links that are switched off are gone.
 * @throws not_found link_not_found
 */
export function requireRedirect({ link, campaign }: KnownLink): void {
  const isGone = campaign.status === 'draft' || campaign.status === 'archived';
  if (isGone || !link.active) throw linkNotFound();
}

/** What the visitor is known to be, against what the campaign wants. */
interface Visitor {
  readonly device: ClickRow['device'];
  readonly isBot: boolean;
  /** Empty where unknown. */
  readonly languages: readonly string[];
  readonly country: string | null;
  /** What was searched for before the visit; empty where unknown. */
  readonly searches: readonly string[];
}

/** What is not known cannot be held against a visitor. */
function fitsTargeting({ targeting }: CampaignSnapshot, visitor: Visitor): boolean {
  const { devices, languages, countries } = targeting;
  const wanted = languages.map((language) => language.toLowerCase().replace(/-.*/, ''));
  const isAnyDevice = devices.length === 0 || visitor.device === 'unknown';
  const isAnyLanguage = languages.length === 0 || visitor.languages.length === 0;
  const isAnywhere = countries.length === 0 || visitor.country === null;
  return (
    (isAnyDevice || devices.includes(visitor.device)) &&
    (isAnyLanguage || visitor.languages.some((spoken) => wanted.includes(spoken))) &&
    (isAnywhere || countries.includes(visitor.country))
  );
}

/** Why a click cannot earn, whether or not it is the visitor's first; undefined where it can. */
export function decideInvalidity(
  { campaign }: KnownLink,
  visitor: Visitor,
): Exclude<ClickRow['validity'], 'valid' | 'duplicate'> | undefined {
  if (visitor.isBot) return 'bot';
  if (campaign.status === 'completed') return 'inactive_campaign';
  const { excludedKeywords = [] } = campaign.targeting;
  const isExcluded = isExcludedSearch(excludedKeywords, visitor.searches);
  return fitsTargeting(campaign, visitor) && !isExcluded ? undefined : 'filtered';
}

/** Whether a click is a person's and counts as a click: the first of the day, or one more. */
export const isCountable = ({ validity }: Pick<ClickRow, 'validity'>): boolean =>
  validity === 'valid' || validity === 'duplicate';
