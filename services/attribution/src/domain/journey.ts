import {
  type AttributionSettings,
  type ConversionSnapshot,
  type UnpayableReason,
} from '@tributary/contracts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@tributary/units';
import { type CodeTouch, type Journey, type Touch } from './touch.ts';

const QUICK_MS = MINUTE_MS;

/** The reasons of orders whose own click cannot earn, so that it is no touchpoint. */
export const reasonsOfClicks: readonly UnpayableReason[] = [
  'bot_click',
  'campaign_ended',
  'no_attribution',
];

type Order = Pick<
  ConversionSnapshot,
  'affiliateId' | 'clickId' | 'linkId' | 'clickedAt' | 'convertedAt' | 'coupon'
>;

/** Whether the order's only touch is its code, so that no click is a fact of it. */
const isByCodeAlone = ({ coupon, clickId, linkId }: Omit<Order, 'clickedAt'>): boolean =>
  coupon !== undefined && coupon.codePercent === 100 && clickId === null && linkId === null;

/** The click by which the order's visitor is known; null without one, or where it is not valid. */
export function visitorClickOf(order: Order): string | null {
  if (!isByCodeAlone(order)) return order.affiliateId === null ? null : order.clickId;
  return losingClickOf(order)?.clickId ?? null;
}

/** A valid click that the order's code leaves no credit. */
function losingClickOf({ coupon }: Pick<Order, 'coupon'>) {
  const isValid = coupon?.decision === 'rule' || coupon?.decision === 'other_campaign';
  return isValid ? coupon.click : null;
}

/** The order's own touch besides its code; undefined when no affiliate can be credited. */
function ownTouch(order: Order): Touch | undefined {
  if (isByCodeAlone(order)) {
    const click = losingClickOf(order);
    if (click === null) return undefined;
    const { clickedAt: at, ...named } = click;
    return { ...named, occurredAt: new Date(at) };
  }
  const { affiliateId, clickId, linkId, clickedAt } = order;
  if (affiliateId === null) return undefined;
  return {
    affiliateId,
    clickId,
    linkId,
    occurredAt: clickedAt === null ? null : new Date(clickedAt),
  };
}

/** The order's code, where it has a part of the credit. */
export function codeTouchOf(coupon: Order['coupon']): { readonly code?: CodeTouch } {
  if (coupon === undefined || coupon.codePercent === 0) return {};
  const { code, affiliateId, codePercent: percent } = coupon;
  return code === null || affiliateId === null ? {} : { code: { code, affiliateId, percent } };
}

function byTime(one: Touch, other: Touch): number {
  const difference = (one.occurredAt?.getTime() ?? 0) - (other.occurredAt?.getTime() ?? 0);
  if (difference !== 0) return difference;
  return (one.clickId ?? '') < (other.clickId ?? '') ? -1 : 1;
}

/**
 * The touches that led to an order: the visitor's clicks within the window before it, each once, the oldest
 * first. The order's own click is always last, because the shop reported that it led to the order. The journey of
 * an order without a click is its affiliate alone; an order without an affiliate has none. A code comes beside them.
 * @param clicks the visitor's clicks in any order; later and older ones and the order's own may be among them
 */
export function journeyOf(
  order: Order,
  clicks: readonly Touch[],
  { lookbackWindowDays }: Pick<AttributionSettings, 'lookbackWindowDays'>,
): Journey {
  const convertedAt = new Date(order.convertedAt);
  const own = ownTouch(order);
  const code = codeTouchOf(order.coupon);
  if (own === undefined) return { touches: [], convertedAt, ...code };
  if (own.clickId === null) return { touches: [own], convertedAt, ...code };
  const until = convertedAt.getTime();
  const after = until - lookbackWindowDays * DAY_MS;
  const others = new Map<string, Touch>();
  for (const click of clicks) {
    const at = click.occurredAt?.getTime() ?? NaN;
    const { clickId } = click;
    if (clickId === null || clickId === own.clickId || !(at > after && at <= until)) continue;
    others.set(clickId, click);
  }
  return { touches: [...[...others.values()].sort(byTime), own], convertedAt, ...code };
}

/** The time from a click to its order. */
export interface Pace {
  /** At most a minute in either direction, because clocks differ. */
  readonly isQuick: boolean;
  /** More than an hour. */
  readonly isSlow: boolean;
  /** More than 24 hours. */
  readonly isLate: boolean;
}

/** The pace of an order from the last of its journey's clicks, which is its own. */
export const paceOfJourney = ({ touches, convertedAt }: Journey): Pace =>
  paceOf(touches.at(-1)?.occurredAt ?? null, convertedAt);

/** @param clickedAt the time of the order's own click; null without one */
export function paceOf(clickedAt: Date | null, convertedAt: Date): Pace {
  if (clickedAt === null) return { isQuick: false, isSlow: false, isLate: false };
  const elapsedMs = convertedAt.getTime() - clickedAt.getTime();
  return {
    isQuick: Math.abs(elapsedMs) <= QUICK_MS,
    isSlow: elapsedMs > HOUR_MS,
    isLate: elapsedMs > DAY_MS,
  };
}
