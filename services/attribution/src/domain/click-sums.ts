import { type ClickCount } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';

/** Clicks that can earn. */
export interface ClickSums {
  readonly clicks: number;
  /** Clicks with Fetch Metadata. */
  readonly described: number;
  /** Clicks with Fetch Metadata that opened a page. */
  readonly navigations: number;
  /** Clicks from addresses of data centres, VPNs and Tor. */
  readonly listed: number;
}

/** The clicks of an affiliate in a campaign, or of the whole campaign, on a UTC day. */
export interface ClicksOfDay extends ClickSums {
  /** By `trafficOwner`. */
  readonly of: string;
  readonly day: Date;
}

/** Who made a click that can earn. */
export interface CountedVisitor {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly occurredAt: Date;
  /** Keyed hash. */
  readonly visitor: string;
  /** Keyed hash of the public address. */
  readonly address: string;
}

export const noClicks: ClickSums = { clicks: 0, described: 0, navigations: 0, listed: 0 };

/** An affiliate in a campaign; without an affiliate the whole campaign. */
export const trafficOwner = (campaignId: string, affiliateId?: string): string =>
  `${campaignId}:${affiliateId ?? 'all'}`;

const sumOf = (one: ClickSums, other: ClickSums): ClickSums => ({
  clicks: one.clicks + other.clicks,
  described: one.described + other.described,
  navigations: one.navigations + other.navigations,
  listed: one.listed + other.listed,
});

const sumsOf = ({ unique, duplicate, evidence }: ClickCount): ClickSums => ({
  clicks: unique + duplicate,
  described: evidence.described,
  navigations: evidence.navigations,
  listed: evidence.listed,
});

/** What a count adds to the days of its affiliate and of its campaign; nothing where no click can earn. */
export function daysOf(count: ClickCount): ClicksOfDay[] {
  const sums = sumsOf(count);
  if (sums.clicks === 0) return [];
  const day = new Date(Math.floor(Date.parse(count.minute) / DAY_MS) * DAY_MS);
  return [count.affiliateId, undefined].map((affiliateId) => ({
    of: trafficOwner(count.campaignId, affiliateId),
    day,
    ...sums,
  }));
}

/** One sum for each owner and day. */
export function addUpDays(days: readonly ClicksOfDay[]): ClicksOfDay[] {
  const sums = new Map<string, ClicksOfDay>();
  for (const one of days) {
    const key = `${one.of}@${String(one.day.getTime())}`;
    const known = sums.get(key);
    sums.set(key, known === undefined ? one : { ...one, ...sumOf(known, one) });
  }
  return [...sums.values()];
}
