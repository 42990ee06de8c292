import { type ClickRow, type ConversionSnapshot, opensPage } from '@tributary/contracts';
import { isPublicAddress, linePrefixOf } from '@tributary/networks/addresses';
import { DAY_MS } from '@tributary/units';
import { type AffiliateTraffic, type TrafficCounts } from '../../domain/affiliate-traffic.ts';
import { paceOf } from '../../domain/journey.ts';

const WINDOW_DAYS = 30;
type Kind = keyof TrafficCounts;

const KINDS: readonly Kind[] = [
  'clicks',
  'described',
  'navigations',
  'orders',
  'slowOrders',
  'lateOrders',
  'quickOrders',
  'listed',
  'visitors',
  'addresses',
];

export const dayOf = (at: string | Date): number => Math.floor(new Date(at).getTime() / DAY_MS);

/** How much of each kind lies in the 30 days before each day, everything counted once. */
function createTally() {
  const days = new Map<string, number[]>();
  const seen = (kind: Kind, id: string, day: number): void => {
    const key = `${kind}|${id}`;
    const known = days.get(key);
    if (known === undefined) days.set(key, [day]);
    else if (known.at(-1) !== day) known.push(day);
  };
  /** By kind, how much enters the window on a day. */
  const changes = new Map<Kind, Map<number, number>>(KINDS.map((kind) => [kind, new Map()]));
  const change = (kind: Kind, day: number, by: number): void => {
    const ofKind = changes.get(kind);
    ofKind?.set(day, (ofKind.get(day) ?? 0) + by);
  };
  const close = (): ((day: number) => TrafficCounts) => {
    for (const [key, unsorted] of days) {
      const kind = key.slice(0, key.indexOf('|')) as Kind;
      const sorted = unsorted.sort((a, b) => a - b);
      sorted.forEach((day, index) => {
        if ((sorted[index - 1] ?? -Infinity) + WINDOW_DAYS < day) change(kind, day + 1, 1);
        const next = sorted[index + 1] ?? Infinity;
        if (day + WINDOW_DAYS < next) change(kind, day + WINDOW_DAYS + 1, -1);
      });
    }
    days.clear();
    return (until) => {
      const sum = (kind: Kind): number =>
        [...(changes.get(kind) ?? [])].reduce(
          (total, [day, by]) => (day <= until ? total + by : total),
          0,
        );
      return Object.fromEntries(KINDS.map((kind) => [kind, sum(kind)])) as Record<Kind, number>;
    };
  };
  return { seen, close };
}
type Tally = ReturnType<typeof createTally>;

function addClick(tally: Tally, click: ClickRow, isListed: boolean): void {
  const day = dayOf(click.occurredAt);
  const opened = opensPage(click);
  tally.seen('clicks', click.clickId, day);
  if (opened !== null) tally.seen('described', click.clickId, day);
  if (opened === true) tally.seen('navigations', click.clickId, day);
  if (isListed) tally.seen('listed', click.clickId, day);
  const line = isPublicAddress(click.ip) ? linePrefixOf(click.ip) : null;
  if (line === null) return;
  tally.seen('visitors', click.visitorId, day);
  tally.seen('addresses', line, day);
}

function addOrder(tally: Tally, order: ConversionSnapshot): void {
  const day = dayOf(order.convertedAt);
  const clickedAt = order.clickedAt === null ? null : new Date(order.clickedAt);
  const { isQuick, isSlow, isLate } = paceOf(clickedAt, new Date(order.convertedAt));
  tally.seen('orders', order.conversionId, day);
  if (isSlow) tally.seen('slowOrders', order.conversionId, day);
  if (isLate) tally.seen('lateOrders', order.conversionId, day);
  if (isQuick) tally.seen('quickOrders', order.conversionId, day);
}

/** Exact counts of a world's traffic, where the service has estimates. */
export function openWorldCounts(
  clicks: readonly ClickRow[],
  orders: readonly ConversionSnapshot[],
  isListed: (ip: string) => boolean,
): (affiliateId: string, day: number) => AffiliateTraffic {
  const campaign = createTally();
  const affiliates = new Map<string, Tally>();
  const tallyOf = (affiliateId: string): Tally => {
    const tally = affiliates.get(affiliateId) ?? createTally();
    affiliates.set(affiliateId, tally);
    return tally;
  };
  for (const click of clicks) {
    const listed = isListed(click.ip);
    for (const tally of [campaign, tallyOf(click.affiliateId)]) addClick(tally, click, listed);
  }
  for (const order of orders) {
    if (order.affiliateId === null) continue;
    for (const tally of [campaign, tallyOf(order.affiliateId)]) addOrder(tally, order);
  }
  const countsOfCampaign = campaign.close();
  const counts = new Map([...affiliates].map(([id, tally]) => [id, tally.close()]));
  const none = createTally().close();
  return (affiliateId, day) => ({
    affiliate: (counts.get(affiliateId) ?? none)(day),
    campaign: countsOfCampaign(day),
  });
}
