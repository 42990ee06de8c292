/**
 * `node services/commission/src/cli/measure-views.ts [--commissions 1000000]`: starts the service on a database of
 * its own, fills it with commissions and conversions of one affiliate, and measures each view over HTTP. Prints
 * milliseconds. Environment: MONGO_URL, KAFKA_BROKERS, REDIS_URL.
 */
import { randomUUIDv7 } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@tributary/units';
import { fillLists } from '../testing/fill-lists.ts';
import { openWorld, type World } from '../testing/open-world.ts';

const TIMES = 40;

const { values } = parseArgs({ options: { commissions: { type: 'string', default: '1000000' } } });

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const dayOf = (days: number): string => daysAgo(days).slice(0, 10);

/** @param round so that pages differ from call to call */
const pathsOf = (campaignId: string, round: number): Readonly<Record<string, string>> => ({
  commissions: `/api/affiliate/commissions?skip=${String(round * 50)}`,
  '… of a status': `/api/affiliate/commissions?status=paid&skip=${String(round * 50)}`,
  '… of a campaign': `/api/affiliate/commissions?campaign_id=${campaignId}&skip=${String(round * 50)}`,
  '… deep in the list': `/api/affiliate/commissions?skip=${String(5_000 + round)}`,
  conversions: `/api/commissions/conversions?page=${String(round + 1)}`,
  '… pending': `/api/commissions/conversions?status=pending&page=${String(round + 1)}`,
  pending: '/api/commissions/pending',
  earnings: '/api/affiliate/earnings/simple',
  summary: '/api/commissions/summary',
  '… of 90 days': `/api/commissions/summary?start_date=${dayOf(90)}&end_date=${dayOf(0)}`,
  '… of hours': `/api/commissions/summary?start_date=${daysAgo(40.6)}&end_date=${daysAgo(10.3)}`,
  'breakdown by day': '/api/commissions/breakdown?period=day',
  '… by month': '/api/commissions/breakdown',
  '… by week of a campaign': `/api/commissions/breakdown?period=week&campaign_id=${campaignId}`,
  'tier standing': '/api/commission-tiers/standing',
});

async function measure(world: World, affiliateId: string, campaignId: string): Promise<void> {
  const caller = { id: affiliateId, role: 'affiliate' } as const;
  for (const name of Object.keys(pathsOf(campaignId, 0))) {
    const took: number[] = [];
    for (let round = 0; round < TIMES; round += 1) {
      const path = pathsOf(campaignId, round % 10)[name] ?? '';
      const started = performance.now();
      const { status } = await world.get(path, caller);
      took.push(performance.now() - started);
      if (status !== 200) throw new Error(`${path}: ${String(status)}`);
    }
    const [first = 0] = took;
    const sorted = took.slice(1).sort((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1).padStart(7);
    const figures = `p50 ${at(0.5)}  p95 ${at(0.95)}  first ${first.toFixed(1).padStart(7)}`;
    process.stdout.write(`${name.padEnd(20)} ${figures}\n`);
  }
}

const world = await openWorld();
try {
  const affiliateId = randomUUIDv7();
  const begun = performance.now();
  const count = Number(values.commissions);
  const [campaignId = ''] = await fillLists(world.collections, affiliateId, count);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  process.stdout.write(`${String(count)} commissions and conversions filled in ${seconds} s\n`);
  await measure(world, affiliateId, campaignId);
} finally {
  await world.close();
}
process.exit();
