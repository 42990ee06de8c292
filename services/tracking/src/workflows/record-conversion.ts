import {
  type CampaignSnapshot,
  type CommissionTerms,
  type LinkSnapshot,
  type UnpayableReason,
} from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { decideIntake, type Order, type Touch } from '../domain/intake.ts';
import { type Committed } from './commit-conversions.ts';

export const clickNotFound = () =>
  notFound('click_not_found', { message: 'There is no click with this id' });

/** The campaign of a click or link. @throws not_found campaign_not_found */
export async function getCampaign(
  { directory }: Pick<Deps, 'directory'>,
  campaignId: string,
): Promise<CampaignSnapshot> {
  const campaign = await directory.findCampaign(campaignId);
  if (campaign !== undefined) return campaign;
  throw notFound('campaign_not_found', { message: 'There is no such campaign' });
}

/** The touch of an order by its link: the link's latest click within the campaign's window, else the link. */
export async function touchOfLink(
  { clickFinder, clock }: Pick<Deps, 'clickFinder' | 'clock'>,
  { linkId, affiliateId }: LinkSnapshot,
  { attribution }: CampaignSnapshot,
): Promise<Touch> {
  const windowMs = attribution.lookbackWindowDays * DAY_MS;
  const since = new Date(clock.now().getTime() - windowMs);
  const click = await clickFinder.findLatest(linkId, since);
  return click === undefined ? { kind: 'link', linkId, affiliateId } : { kind: 'click', click };
}

/** The touch that an order is credited to, and the terms where they differ from the campaign's. */
export interface OrderCredit {
  readonly touch: Touch;
  readonly campaign: CampaignSnapshot;
  readonly terms?: CommissionTerms;
  readonly unpayableReason?: UnpayableReason | null;
  /** Signed or token-borne, so that it counts instead of what the pixel alone has reported. */
  readonly isProven: boolean;
}

export type RecordDeps = Pick<Deps, 'clock' | 'committer' | 'directory' | 'newId'>;

const affiliateOf = (touch: Touch): string =>
  touch.kind === 'click' ? touch.click.affiliateId : touch.affiliateId;

/**
 * Stores an order as a pending conversion with its event, once, credited by last click.
 * @throws invalid campaign_not_active
 */
export const recordOnce =
  ({ clock, committer, directory, newId }: RecordDeps) =>
  async (order: Order, { touch, campaign, isProven, ...own }: OrderCredit): Promise<Committed> => {
    const isSuspended = (await directory.findSuspension(affiliateOf(touch))) === true;
    const suspended = isSuspended ? ({ unpayableReason: 'affiliate_suspended' } as const) : {};
    const made = { id: newId(), now: clock.now(), ...own, ...suspended };
    return committer.add(decideIntake(order, touch, campaign, made), campaign, isProven);
  };

/**
 * Records an order; a repeated order is an error.
 * @returns the conversion's id
 * @throws conflict duplicate_order with the earlier conversion; invalid campaign_not_active
 */
export const recordConversion = (deps: RecordDeps) => {
  const record = recordOnce(deps);
  return async (order: Order, credit: OrderCredit): Promise<string> => {
    const { isNew, original } = await record(order, credit);
    if (isNew) return original.id;
    throw conflict('duplicate_order', {
      message: 'This order was reported before',
      details: { conversion_id: original.id, status: original.status },
    });
  };
};
