import { type CampaignSnapshot, type ConsentRecord } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { decideConsent, mayStateConsent, NOTHING_STATED, readConsent } from '../domain/consent.ts';

/**
 * The consent that the query of a visit states, else the campaign's default; undefined where nothing is stated and the
 * campaign requires none. Costs visits without such parameters no allocation, because clicks are many.
 */
export function consentOfVisit(
  { config }: Pick<Deps, 'config'>,
  url: string,
  campaign: CampaignSnapshot,
): ConsentRecord | undefined {
  if (!mayStateConsent(url)) {
    if (campaign.consentDefault !== 'denied') return undefined;
    return decideConsent(NOTHING_STATED, campaign);
  }
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  return decideConsent(
    readConsent((param) => query.getAll(param), config.TCF_VENDOR_ID),
    campaign,
  );
}
