import { createHash } from 'node:crypto';
import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { openBus } from '@tributary/messaging';
import { openLog } from '@tributary/service';
import { forEachParallel } from '../api.ts';
import { type PlannedVisit } from './plan.ts';

/** Whose link a past visitor followed. */
export interface FollowedLink {
  readonly linkId: string;
  readonly trackingCode: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly medium: string;
}

export interface PastClick {
  readonly id: string;
  readonly visit: PlannedVisit;
}

const PARALLEL = 500;
const BROWSERS = [
  { device: 'mobile', os: 'iOS', browser: 'Safari' },
  { device: 'mobile', os: 'Android', browser: 'Chrome' },
  { device: 'desktop', os: 'Windows', browser: 'Chrome' },
  { device: 'desktop', os: 'macOS', browser: 'Safari' },
  { device: 'tablet', os: 'iOS', browser: 'Safari' },
] as const;
const COUNTRIES = ['US', 'US', 'US', 'GB', 'DE', 'CA', 'FR', 'AU', 'NL', 'ES'];

const pick = <Item>(items: readonly Item[], visitor: number): Item =>
  items[visitor % items.length] as Item;

/** Each visitor has a network of its own, of the addresses for documentation (RFC 3849). */
function addressOf(visitor: number): string {
  const [high, low] = [(visitor >>> 16) & 0xffff, visitor & 0xffff];
  return `2001:db8:${high.toString(16)}:${low.toString(16)}::1`;
}

function rowOf(click: PastClick, link: FollowedLink, isUnique: boolean): ClickRow {
  const { at, visitor } = click.visit;
  const { medium, ...ids } = link;
  const agent = pick(BROWSERS, visitor);
  return {
    ...ids,
    ...agent,
    clickId: click.id,
    occurredAt: at.toISOString(),
    visitorId: `demo-visitor-${String(visitor)}`,
    ip: addressOf(visitor),
    userAgent: `Mozilla/5.0 (${agent.os}) ${agent.browser}/${String(120 + (visitor % 20))}.0`,
    referrer: `https://${medium}.example/`,
    utm: { source: medium, medium: 'affiliate', campaign: null, term: null, content: null },
    subIds: {},
    country: pick(COUNTRIES, visitor >>> 3),
    region: null,
    city: null,
    isBot: false,
    isUnique,
    validity: isUnique ? 'valid' : 'duplicate',
    fetchMetadata: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  };
}

/** A UUIDv7 of the visit's time, the same in each run, so that a repeated run adds no click. */
function clickIdOf(linkId: string, { at }: PlannedVisit, index: number): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const tail = createHash('sha256')
    .update(`${linkId} ${String(index)}`)
    .digest('hex');
  const parts = [time.slice(0, 8), time.slice(8), `7${tail.slice(0, 3)}`, `8${tail.slice(3, 6)}`];
  return [...parts, tail.slice(6, 18)].join('-');
}

/** The clicks of visits by one link. */
export const clicksOf = (linkId: string, visits: readonly PlannedVisit[]): PastClick[] =>
  visits.map((visit, index) => ({ id: clickIdOf(linkId, visit, index), visit }));

/**
 * Publishes clicks of the past as the tracking service does: a redirect itself is always of today.
 * @param env names the brokers
 */
export async function openPastClicks(env: Readonly<Record<string, string | undefined>>) {
  const bus = openBus({
    brokers: (env['KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'tracking',
    topicPrefix: env['NAMESPACE'] ?? '',
    log: openLog('demo', 'error'),
  });
  const publisher = bus.publisher();
  await bus.isReachable();
  return {
    publish: (clicks: readonly PastClick[], link: FollowedLink): Promise<void> => {
      const known = new Set<number>();
      return forEachParallel(clicks, PARALLEL, async (click) => {
        const { visitor, at } = click.visit;
        const isUnique = !known.has(visitor);
        known.add(visitor);
        await publisher.send({ ...clickRecorded(rowOf(click, link, isUnique)), occurredAt: at });
      });
    },
    close: () => bus.close(),
  };
}
