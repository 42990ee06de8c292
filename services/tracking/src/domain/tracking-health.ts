import { type TrackingAlarmKind, trackingAlarmKinds } from '@tributary/contracts';

/** The browsers that are distinguished; all others are `Other`. */
export const browserFamilies = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Other'] as const;
export type BrowserFamily = (typeof browserFamilies)[number];

/** The family of a browser by its name, such as `Microsoft Edge`; null for an unknown one. */
export function familyOf(browser: string | null): BrowserFamily {
  const name = browser ?? '';
  if (/edge/i.test(name)) return 'Edge';
  return browserFamilies.find((family) => name.includes(family)) ?? 'Other';
}

/** The orders of a browser on a day. */
export interface BrowserOrders {
  readonly browser: BrowserFamily;
  readonly withClick: number;
  readonly withoutClick: number;
}

/** What was seen of a brand's shops on a day. */
export interface HealthDay {
  /** UTC, `YYYY-MM-DD`. */
  readonly date: string;
  /** Visitors who were sent to the shop. */
  readonly clicks: number;
  /** Those whom the script of the shop's pages has seen. */
  readonly arrivals: number;
  readonly orders: readonly BrowserOrders[];
}

type AlarmKind = TrackingAlarmKind;

/** Today and yesterday: a day that has just begun shows nothing. */
const RECENT_DAYS = 2;
/** Below these numbers chance alone may explain that nothing is seen. */
const MIN_RECENT_ORDERS = 5;
const MIN_RECENT_CLICKS = 20;
const MIN_EARLIER_ORDERS = 10;
const MIN_EARLIER_CLICKS = 50;
/** The least earlier share from which nothing is a change. */
const MIN_EARLIER_SHARE = 0.1;

interface Sums {
  readonly clicks: number;
  readonly arrivals: number;
  readonly orders: number;
  readonly withClick: number;
}

export function sumsOf(days: readonly HealthDay[]): Sums {
  const orders = days.flatMap((day) => day.orders);
  return {
    clicks: days.reduce((sum, day) => sum + day.clicks, 0),
    arrivals: days.reduce((sum, day) => sum + day.arrivals, 0),
    orders: ordersIn(orders),
    withClick: orders.reduce((sum, { withClick }) => sum + withClick, 0),
  };
}

/**
 * What has suddenly stopped: orders carry no click any more, or the script sees no visitor any more.
 * @param days in their order, the last one today
 */
export function alarmsOf(days: readonly HealthDay[]): AlarmKind[] {
  const recent = sumsOf(days.slice(-RECENT_DAYS));
  const earlier = sumsOf(days.slice(0, -RECENT_DAYS));
  const hasStopped = {
    orders_without_click:
      recent.orders >= MIN_RECENT_ORDERS &&
      recent.withClick === 0 &&
      earlier.orders >= MIN_EARLIER_ORDERS &&
      earlier.withClick >= MIN_EARLIER_SHARE * earlier.orders,
    clicks_not_seen:
      recent.clicks >= MIN_RECENT_CLICKS &&
      recent.arrivals === 0 &&
      earlier.clicks >= MIN_EARLIER_CLICKS &&
      earlier.arrivals >= MIN_EARLIER_SHARE * earlier.clicks,
  };
  return trackingAlarmKinds.filter((kind) => hasStopped[kind]);
}

/** An alarm that was raised and has not ended. */
export interface OpenAlarm {
  readonly kind: AlarmKind;
  readonly since: Date;
}

/**
 * How the alarms of a brand change. One lasts until what had stopped is seen again, however long that takes: after some days
 * without clicks nothing would be sudden any more.
 * @param days in their order, the last one today
 */
export function decideAlarms(open: readonly OpenAlarm[], days: readonly HealthDay[], now: Date) {
  const recent = sumsOf(days.slice(-RECENT_DAYS));
  const isSeen = {
    orders_without_click: recent.withClick > 0,
    clicks_not_seen: recent.arrivals > 0,
  };
  const ended = open.filter(({ kind }) => isSeen[kind]);
  const raised = alarmsOf(days)
    .filter((kind) => !open.some((alarm) => alarm.kind === kind))
    .map((kind): OpenAlarm => ({ kind, since: now }));
  return { raised, ended, open: [...open.filter((alarm) => !ended.includes(alarm)), ...raised] };
}

/** Orders of a day and browser whose clicks were as old. */
export interface OrderCount {
  readonly date: string;
  readonly browser: string | null;
  /** Which of the groups of ages, by `ageLimitsDays`; null where the time of the click is not known. */
  readonly age: number | null;
  readonly withClick: number;
  readonly withoutClick: number;
}

/** The number of orders. */
export const ordersIn = (
  counts: readonly Pick<OrderCount, 'withClick' | 'withoutClick'>[],
): number => counts.reduce((sum, { withClick, withoutClick }) => sum + withClick + withoutClick, 0);

/** Whose clicks and orders: those of a brand, or of one of its campaigns. */
export interface HealthScope {
  readonly brandId: string;
  readonly campaignId?: string | undefined;
}

/** The limits of the ages of clicks at the order, days; the last group has none. */
export const ageLimitsDays = [1, 7, 30, 90] as const;
