import { type AttributionSettings, type ConversionSnapshot } from '@tributary/contracts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@tributary/units';
import { type Journey, type Touch } from './touch.ts';

const QUICK_MS = MINUTE_MS;

type Order = Pick<
  ConversionSnapshot,
  'affiliateId' | 'clickId' | 'linkId' | 'clickedAt' | 'convertedAt'
>;

/** The order's own touch; undefined when no affiliate can be credited. */
function ownTouch({ affiliateId, clickId, linkId, clickedAt }: Order): Touch | undefined {
  if (affiliateId === null) return undefined;
  return {
    affiliateId,
    clickId,
    linkId,
    occurredAt: clickedAt === null ? null : new Date(clickedAt),
  };
}

function byTime(one: Touch, other: Touch): number {
  const difference = (one.occurredAt?.getTime() ?? 0) - (other.occurredAt?.getTime() ?? 0);
  if (difference !== 0) return difference;
  return (one.clickId ?? '') < (other.clickId ?? '') ? -1 : 1;
}

/**
 * The touches that led to an order: the visitor's clicks within the window before it, each once, the oldest
 * first. The order's own click is always last, because the shop reported that it led to the order. The journey of
 * an order without a click is its affiliate alone; an order without an affiliate has none.
 * @param clicks the visitor's clicks in any order; later and older ones and the order's own may be among them
 */
export function journeyOf(
  order: Order,
  clicks: readonly Touch[],
  { lookbackWindowDays }: Pick<AttributionSettings, 'lookbackWindowDays'>,
): Journey {
  const convertedAt = new Date(order.convertedAt);
  const own = ownTouch(order);
  if (own === undefined) return { touches: [], convertedAt };
  if (own.clickId === null) return { touches: [own], convertedAt };
  const until = convertedAt.getTime();
  const after = until - lookbackWindowDays * DAY_MS;
  const others = new Map<string, Touch>();
  for (const click of clicks) {
    const at = click.occurredAt?.getTime() ?? NaN;
    const { clickId } = click;
    if (clickId === null || clickId === own.clickId || !(at > after && at <= until)) continue;
    others.set(clickId, click);
  }
  return { touches: [...[...others.values()].sort(byTime), own], convertedAt };
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
