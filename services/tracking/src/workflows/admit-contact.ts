import { type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Order, type Touch } from '../domain/intake.ts';
import { type SignedTexts } from '../domain/signed-text.ts';
import { type Counted } from './call-guard.ts';
import { signatureOf } from './tracking-route.ts';
import { getCampaign, unknownClick } from './record-conversion.ts';

/** By what a call or message says where it came from: a click, or else something of a link's. */
export interface ContactCall {
  readonly clickId: string | undefined;
  readonly texts: SignedTexts;
  readonly signature: string | undefined;
  readonly request: RequestFacts;
  /** The touch by the link, where there is no click_id. */
  readonly findLink: () => Promise<LinkTouch | undefined>;
  /** What to say where there is no such link. */
  readonly unknownLink: () => Error;
}

export interface LinkTouch {
  readonly link: LinkSnapshot;
  readonly touch: Touch;
}

/** @throws invalid where neither or both are given */
export function requireOne(
  call: Readonly<Record<string, unknown>>,
  names: readonly [string, string],
): void {
  const given = names.filter((name) => call[name] !== undefined);
  if (given.length === 1) return;
  const message = `Give either ${names[0]} or ${names[1]}`;
  throw invalidFields(names.map((path) => ({ path, message })));
}

interface Found {
  readonly brandId: string;
  readonly campaignId: string;
  readonly touch: Touch;
}

/** By the click where one is named, else by the link. */
async function findTouch(
  deps: Deps,
  { clickId, findLink }: ContactCall,
  options: { patient: boolean },
): Promise<Found | undefined> {
  if (clickId === undefined) {
    const linked = await findLink();
    if (linked === undefined) return undefined;
    const { brandId, campaignId } = linked.link;
    return { brandId, campaignId, touch: linked.touch };
  }
  const click = await deps.clickFinder.find(clickId, options);
  if (click === undefined) return undefined;
  const { brandId, campaignId } = click;
  return { brandId, campaignId, touch: { kind: 'click', click } };
}

/**
 * Finds what a contact came from and lets the call in, as a direct conversion is let in.
 * @throws click_not_found, what `unknownLink` says, and what the guard throws
 */
export async function admitContact(
  deps: Deps,
  contact: ContactCall,
  counted: Counted,
): Promise<{ touch: Touch; campaign: CampaignSnapshot }> {
  const { clickId, request, texts, signature } = contact;
  const given = signatureOf(request, { signature });
  const isSpent = deps.guard.isSpent({ ip: request.ip, given }, counted);
  const found = await findTouch(deps, contact, { patient: !isSpent });
  const caller = { ip: request.ip, given, texts, brandId: found?.brandId };
  await deps.guard.admit({ ...caller, sources: ['direct'] }, counted);
  if (found === undefined) throw clickId === undefined ? contact.unknownLink() : unknownClick();
  return { touch: found.touch, campaign: await getCampaign(deps, found.campaignId) };
}

/** What calls and messages have in common as orders: no value, in the campaign's currency. */
export const contactOrder = (
  campaign: CampaignSnapshot,
  own: Pick<Order, 'source' | 'orderId' | 'transactionId' | 'customerId' | 'convertedAt'>,
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
