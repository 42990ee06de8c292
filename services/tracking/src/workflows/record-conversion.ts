import {
  type CampaignSnapshot,
  type CommissionTerms,
  type LinkSnapshot,
  type UnpayableReason,
} from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type StoredClick } from '../domain/click.ts';
import { decideConsent, isDenied, NOTHING_STATED } from '../domain/consent.ts';
import { type Conversion } from '../domain/conversion.ts';
import {
  type CouponCredit,
  decideCouponCredit,
  type KnownCoupon,
} from '../domain/coupon-credit.ts';
import {
  decideIntake,
  namedTouchOf,
  type Order,
  reasonAgainstTouch,
  type ReportedTouch,
  type Touch,
} from '../domain/intake.ts';
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

/** The touch of an order by its click, with its campaign; neither without a click. @throws not_found campaign_not_found */
export async function touchOfClick(
  deps: Pick<Deps, 'directory'>,
  click: StoredClick | undefined,
): Promise<Pick<OrderCredit, 'touch' | 'campaign'>> {
  if (click === undefined) return { touch: undefined, campaign: undefined };
  const campaign = await getCampaign(deps, click.campaignId);
  return { touch: { kind: 'click', click }, campaign };
}

/** The touch of an order by its link: the link's latest click within the campaign's window, else the link. */
export async function touchOfLink(
  { clickFinder, clock }: Pick<Deps, 'clickFinder' | 'clock'>,
  { linkId, affiliateId }: LinkSnapshot,
  { attribution }: CampaignSnapshot,
): Promise<ReportedTouch> {
  const windowMs = attribution.lookbackWindowDays * DAY_MS;
  const since = new Date(clock.now().getTime() - windowMs);
  const click = await clickFinder.findLatest(linkId, since);
  return click === undefined
    ? { kind: 'link', linkId, affiliateId }
    : { kind: 'click', click, isGuessed: true };
}

/** The touch that a report names, and the terms where they differ from the campaign's. */
export interface OrderCredit {
  /** Undefined where the report names nothing but coupon codes. */
  readonly touch: ReportedTouch | undefined;
  /** The touch's campaign; undefined without one. */
  readonly campaign: CampaignSnapshot | undefined;
  readonly brandId: string;
  readonly terms?: CommissionTerms;
  readonly unpayableReason?: UnpayableReason | null;
  /** Signed or token-borne, so that it counts instead of what the pixel alone has reported. */
  readonly isProven: boolean;
  /** Whether orders of a campaign may be reported in this way; all by default. */
  readonly accepts?: (campaign: KnownCoupon['campaign']) => boolean;
}

export type RecordDeps = Pick<
  Deps,
  'clock' | 'committer' | 'couponDirectory' | 'directory' | 'newId'
>;

const affiliateOf = (touch: Touch): string =>
  touch.kind === 'click' ? touch.click.affiliateId : touch.affiliateId;

/** What an order is credited to. */
interface SettledCredit extends Pick<CouponCredit, 'touch' | 'campaign'> {
  readonly coupon?: CouponCredit['coupon'];
  /** Whether the account of the touch's affiliate is suspended. */
  readonly isSuspended: boolean;
}

const couponNotFound = () =>
  notFound('coupon_not_found', {
    message: 'The order names no click, and no coupon code of the brand',
  });

/** The touch that the customer's consent permits to join with the order. */
function permittedTouch(
  { stated = NOTHING_STATED }: Order,
  touch: ReportedTouch | undefined,
  campaign: CampaignSnapshot | undefined,
): ReportedTouch | undefined {
  if (touch === undefined || campaign === undefined) return touch;
  return isDenied(decideConsent(stated, campaign)) ? namedTouchOf(touch) : touch;
}

/** What an order is credited to, with the coupon codes that it names. @throws not_found coupon_not_found */
async function settleCredit(
  deps: Pick<Deps, 'couponDirectory' | 'directory'>,
  order: Order,
  { touch: reported, campaign, brandId, accepts }: OrderCredit,
): Promise<SettledCredit> {
  const touch = permittedTouch(order, reported, campaign);
  const isSuspended =
    touch !== undefined && (await deps.directory.findSuspension(affiliateOf(touch))) === true;
  const { couponCodes: codes = [], convertedAt } = order;
  const isNamed = touch !== undefined && campaign !== undefined;
  if (isNamed && codes.length === 0) return { touch, campaign, isSuspended };
  const query = { brandId, codes, convertedAt, isRequired: !isNamed, accepts };
  const coupons = await deps.couponDirectory.findNamed(query);
  const named = isNamed
    ? {
        touch,
        campaign,
        isValid: !isSuspended && reasonAgainstTouch(touch, order, campaign) === null,
      }
    : undefined;
  const credit = decideCouponCredit(coupons, named);
  if (credit === undefined) throw couponNotFound();
  return { ...credit, isSuspended: isSuspended && credit.touch === touch };
}

/** An order that was read, and what its report is credited to. */
interface Decided {
  readonly conversion: Conversion;
  readonly campaign: CampaignSnapshot;
}

/**
 * The pending conversion of an order, credited by the touch that the report names and by its coupon codes.
 * @throws invalid campaign_not_active; not_found coupon_not_found
 */
export async function conversionOfOrder(
  deps: Omit<RecordDeps, 'committer'>,
  order: Order,
  credit: OrderCredit,
): Promise<Decided> {
  const { terms, unpayableReason } = credit;
  const { touch, campaign, coupon, isSuspended } = await settleCredit(deps, order, credit);
  const made = {
    id: deps.newId(),
    now: deps.clock.now(),
    ...(terms === undefined ? {} : { terms }),
    ...(unpayableReason === undefined ? {} : { unpayableReason }),
    ...(coupon === undefined ? {} : { coupon }),
    ...(isSuspended ? ({ unpayableReason: 'affiliate_suspended' } as const) : {}),
  };
  return { conversion: decideIntake(order, touch, campaign, made), campaign };
}

/** Stores an order as a pending conversion with its event, once. @throws as `conversionOfOrder` */
export const recordOnce =
  (deps: RecordDeps) =>
  async (order: Order, credit: OrderCredit): Promise<Committed> => {
    const { conversion, campaign } = await conversionOfOrder(deps, order, credit);
    return deps.committer.add(conversion, campaign, credit.isProven);
  };

/**
 * Records an order; a repeated order is an error.
 * @returns the conversion's id
 * @throws conflict duplicate_order with the earlier conversion; invalid campaign_not_active; not_found coupon_not_found
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
