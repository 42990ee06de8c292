import { type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Order, type ReportedTouch } from '../domain/intake.ts';
import { type SignedTexts } from '../domain/signed-text.ts';
import { type RateLimitUsage } from './call-guard.ts';
import { clickNotFound, getCampaign } from './record-conversion.ts';
import { signatureOf } from './tracking-route.ts';

/** A reported telephone call or message, which names a click or a link. */
export interface Contact {
  readonly clickId: string | undefined;
  readonly texts: SignedTexts;
  readonly signature: string | undefined;
  readonly request: RequestFacts;
  /** Finds the touch by the link, where the contact has no click_id. */
  readonly findLink: () => Promise<LinkTouch | undefined>;
  /** The error where there is no such link. */
  readonly linkNotFound: () => Error;
}

export interface LinkTouch {
  readonly link: LinkSnapshot;
  readonly touch: ReportedTouch;
}

export type ContactDeps = Pick<Deps, 'clickFinder' | 'config' | 'directory' | 'guard'>;

/** @throws invalid where neither or both are given */
export function requireExactlyOne(
  call: Readonly<Record<string, unknown>>,
  names: readonly [string, string],
): void {
  const given = names.filter((name) => call[name] !== undefined);
  if (given.length === 1) return;
  const message = `Give either ${names[0]} or ${names[1]}`;
  throw invalidFields(names.map((path) => ({ path, message })));
}

interface FoundTouch {
  readonly brandId: string;
  readonly campaignId: string;
  readonly touch: ReportedTouch;
}

/** The touch by the named click, else by the link. */
async function findTouch(
  { clickFinder }: ContactDeps,
  { clickId, findLink }: Contact,
  options: { waitForReplication: boolean },
): Promise<FoundTouch | undefined> {
  if (clickId === undefined) {
    const found = await findLink();
    if (found === undefined) return undefined;
    const { brandId, campaignId } = found.link;
    return { brandId, campaignId, touch: found.touch };
  }
  const click = await clickFinder.find(clickId, options);
  if (click === undefined) return undefined;
  const { brandId, campaignId } = click;
  return { brandId, campaignId, touch: { kind: 'click', click } };
}

/**
 * Finds the touch of a contact and authorizes the call like a direct conversion.
 * @throws click_not_found, the error of `linkNotFound`, and the errors of the guard
 */
export async function admitContact(
  deps: ContactDeps,
  contact: Contact,
  usage: RateLimitUsage,
): Promise<{
  touch: ReportedTouch;
  campaign: CampaignSnapshot;
  brandId: string;
  isProven: boolean;
}> {
  const { clickId, request, texts, signature } = contact;
  const given = signatureOf(request, { signature });
  const isRateLimited = deps.guard.checkAddressLimit({ ip: request.ip, given }, usage);
  const found = await findTouch(deps, contact, { waitForReplication: !isRateLimited });
  const caller = { ip: request.ip, given, texts, brandId: found?.brandId };
  const isProven = await deps.guard.authorize({ ...caller, sources: ['direct'] }, usage);
  if (found === undefined) throw clickId === undefined ? contact.linkNotFound() : clickNotFound();
  const campaign = await getCampaign(deps, found.campaignId);
  return { touch: found.touch, campaign, brandId: found.brandId, isProven };
}

/** The order of a call or message: a lead without a value, in the campaign's currency. */
export const contactOrder = (
  campaign: CampaignSnapshot,
  own: Pick<
    Order,
    'source' | 'orderId' | 'transactionId' | 'customerId' | 'convertedAt' | 'stated'
  >,
): Order => ({
  ...own,
  type: 'lead',
  valueMinor: 0,
  currency: campaign.commission.currency,
  namedCommissionMinor: null,
  products: [],
  customerEmailHash: null,
  refererUrl: null,
  platform: null,
  metadataText: null,
});
