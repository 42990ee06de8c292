import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcessId } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import mongoose from 'mongoose';
import { BROWSER, Client, createFixture, type Fixture, follow, order } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { callUntilAnswered, underKills } from './under-kills.ts';
import { print } from './report.ts';

const SETTLE_MS = 300_000;
const PER_REVIEW = 50;
const REVIEWED_WITHIN_MS = 300_000;

interface Options {
  readonly kills: number;
  readonly redirects: number;
  readonly orders: number;
}

/** What the system has acknowledged. */
interface Acknowledged {
  readonly clicks: Set<string>;
  readonly conversions: Set<string>;
  readonly approved: Set<string>;
  readonly tally: { refused: number };
}

/** The processes that can be killed: all of all services. */
const victimsOf = (system: TestSystem): readonly ServiceProcessId[] =>
  system.processes.filter((id): id is ServiceProcessId => id !== 'sandbox');

const anyOf = <Item>(items: readonly Item[]): Item[] => {
  const item = items[Math.floor(Math.random() * items.length)];
  return item === undefined ? [] : [item];
};

/** Approves conversions; those that are not assessed yet come back into the queue. */
async function approve(client: Client, { brand }: Fixture, known: Acknowledged, queue: string[]) {
  const conversion_ids = queue.splice(0, PER_REVIEW);
  if (conversion_ids.length === 0) {
    await pause(100);
    return;
  }
  const body = { conversion_ids, decision: 'approved' };
  const answer = await callUntilAnswered(
    () => client.call('POST', '/api/brand/conversions/bulk-review', { token: brand.token, body }),
    known.tally,
  );
  if (answer.status === 401) await client.signIn(brand);
  const results: { id: string }[] = answer.status === 200 ? answer.body.data.results : [];
  for (const { id } of results) known.approved.add(id);
  queue.push(...conversion_ids.filter((id) => !known.approved.has(id)));
}

/** Sends visits, orders and approvals while any process of any service is killed. */
async function load(system: TestSystem, client: Client, fixture: Fixture, options: Options) {
  const known: Acknowledged = {
    clicks: new Set(),
    conversions: new Set(),
    approved: new Set(),
    tally: { refused: 0 },
  };
  const queue: string[] = [];
  const first = await follow(client, fixture.trackingCode);
  known.clicks.add(first);
  const visit = async (): Promise<void> => {
    const { headers } = await callUntilAnswered(
      () =>
        client.call('GET', `/r/${fixture.trackingCode}`, { headers: { 'user-agent': BROWSER } }),
      known.tally,
    );
    known.clicks.add(new URL(headers.get('location') ?? '').searchParams.get('click_id') ?? '');
  };
  const buy = async (number: number): Promise<void> => {
    const call = order(first, `kill-${String(number)}`, '10.00');
    const { body } = await callUntilAnswered(
      () => client.call('POST', '/api/track/conversion', call),
      known.tally,
    );
    known.conversions.add(body.data.conversion_id);
    queue.push(body.data.conversion_id);
  };
  const { kills, redirects, orders } = options;
  const candidates = victimsOf(system);
  const report = await underKills(system, { kills, victims: () => anyOf(candidates) }, [
    { count: redirects - 1, concurrency: 16, run: visit },
    { count: orders, concurrency: 8, run: buy },
    {
      count: Math.ceil(orders / PER_REVIEW),
      concurrency: 2,
      run: () => approve(client, fixture, known, queue),
    },
  ]);
  const until = performance.now() + REVIEWED_WITHIN_MS;
  while (queue.length > 0 && performance.now() < until) {
    await approve(client, fixture, known, queue);
  }
  return { known, report };
}

interface Stored {
  readonly clicks: number;
  readonly missingClicks: number;
  readonly conversions: number;
  readonly commissions: number;
  readonly earnedMinor: number;
}

async function storedData(
  system: TestSystem,
  mongoUrl: string,
  campaignId: string,
  clickIds: ReadonlySet<string>,
): Promise<Stored> {
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  const rowsOf = (database: string, name: string) =>
    mongo.useDb(`${system.namespace}tributary_${database}`).collection<{ _id: string }>(name);
  const missing = new Set(clickIds);
  let clicks = 0;
  for await (const { _id } of rowsOf('tracking', 'clicks').find({ campaignId })) {
    clicks += 1;
    missing.delete(_id);
  }
  const commissions = rowsOf('commission', 'commissions').aggregate<{
    count: number;
    earned: number;
  }>([
    { $match: { campaignId } },
    { $group: { _id: null, count: { $sum: 1 }, earned: { $sum: '$amountMinor' } } },
  ]);
  const [{ count, earned } = { count: 0, earned: 0 }] = await commissions.toArray();
  const conversions = await rowsOf('tracking', 'conversions').countDocuments({ campaignId });
  await mongo.close();
  return {
    clicks,
    missingClicks: missing.size,
    conversions,
    commissions: count,
    earnedMinor: earned,
  };
}

interface Totals {
  readonly gross_clicks: number;
  readonly conversions: number;
  readonly earnings: number;
}

async function reportTotals(client: Client, { affiliate, campaignId }: Fixture): Promise<Totals> {
  await client.signIn(affiliate);
  const path = `/api/affiliate-reports?kind=campaign&start_date=2020-01-01&campaign_id=${campaignId}`;
  const { totals } = await client.must('GET', path, { token: affiliate.token });
  return totals as Totals;
}

/** What does not agree: the acknowledged, the stored and the reported. */
function differencesOf(known: Acknowledged, stored: Stored, totals: Totals): string[] {
  const pairs: readonly (readonly [string, number, number])[] = [
    ['acknowledged clicks that are not stored', 0, stored.missingClicks],
    ['clicks stored and reported', stored.clicks, totals.gross_clicks],
    ['orders acknowledged and stored', known.conversions.size, stored.conversions],
    ['orders stored and reported', stored.conversions, totals.conversions],
    ['orders acknowledged and approved', known.conversions.size, known.approved.size],
    ['approvals and commissions', known.approved.size, stored.commissions],
    ['cents of commissions and of reports', stored.earnedMinor, Math.round(totals.earnings * 100)],
  ];
  return pairs
    .filter(([, expected, found]) => expected !== found)
    .map(([what, expected, found]) => `${what}: ${String(expected)}, ${String(found)}`);
}

/**
 * Kills processes of all services at random under clicks, orders and approvals. Returns whether what was
 * acknowledged, what is stored, reports and ledger agree.
 */
export async function killAny(
  system: TestSystem,
  mongoUrl: string,
  options: Options,
): Promise<boolean> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const { known, report } = await load(system, client, fixture, options);
  const violations = await system.violations(SETTLE_MS);
  let differences = ['nothing was compared'];
  let stored: Stored | undefined;
  await eventually(
    async () => {
      stored = await storedData(system, mongoUrl, fixture.campaignId, known.clicks);
      const totals = await reportTotals(client, fixture);
      differences = differencesOf(known, stored, totals);
      return differences.length === 0;
    },
    { timeoutMs: SETTLE_MS, everyMs: 2_000 },
  ).catch(() => undefined);
  print(
    [
      `${String(report.kills)} kills in ${report.seconds.toFixed(0)} s; calls refused during this: ${String(known.tally.refused)}`,
      `clicks: ${String(known.clicks.size)} acknowledged, ${String(stored?.clicks)} stored`,
      `orders: ${String(known.conversions.size)} acknowledged, ${String(stored?.conversions)} stored, ${String(stored?.commissions)} commissions`,
      `invariants broken: ${violations.length === 0 ? 'none' : violations.join('; ')}`,
      `differences: ${differences.length === 0 ? 'none' : differences.join('; ')}`,
    ].join('\n'),
  );
  return report.kills === options.kills && violations.length === 0 && differences.length === 0;
}
