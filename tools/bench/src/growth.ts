/**
 * Latencies with a large database, as ratios to those with an empty one: redirect, intake, a list and a
 * report. The rows are copies of rows that the services wrote, inserted in bulk. The full size is
 * `--clicks 10000000 --conversions 1000000`; the defaults are a hundredth of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type mongoose from 'mongoose';
import { DAY_MS } from '@tributary/units';
import { type GoalId } from './goals.ts';
import { load, median } from './load.ts';
import { type Load, type Target } from './target.ts';
import { type Bench, type Sizes } from './bench.ts';
import { print } from './report.ts';
import { type SignedOrder, signedOrder } from './fixture.ts';

type Row = Record<string, unknown> & { _id: string };
type Rows = mongoose.mongo.Collection<Row>;

const FIRST_CLICKS = 20_000;
const BATCH = 5_000;
/** Batches in flight, so that the database works while the next rows are made. */
const IN_FLIGHT = 3;
/** A latency is measured without a queue. */
const FEW_CONNECTIONS = 8;
const OLDEST_DAYS = 8;

/** Ids that ascend with time, as real ids do. */
const idOf = (kind: string, index: number): string =>
  `01980000-0000-7000-${kind}-${index.toString(16).padStart(12, '0')}`;
const CLICK = '8c11';
const CONVERSION = '8c0e';
const COMMISSION = '8c03';

/** How the copy with a number differs from the row that a service wrote. */
type Change = (index: number, now: number) => Record<string, unknown> & { _id: string };

const conversionTime = (index: number, now: number): Date => new Date(now - DAY_MS - index * 500);

/** Clicks of one day, in the order of time, as clicks arrive: indexes grow at their end. */
const clickChange =
  (clicks: number): Change =>
  (index, now) => ({
    _id: idOf(CLICK, index),
    occurredAt: new Date(now - OLDEST_DAYS * DAY_MS + Math.floor((index * DAY_MS) / clicks)),
  });

/** What grows beside the clicks: one row for each conversion. */
const perConversion: readonly {
  readonly database: string;
  readonly collection: string;
  readonly change: Change;
}[] = [
  {
    database: 'tracking',
    collection: 'conversions',
    change: (index, now) => ({
      _id: idOf(CONVERSION, index),
      orderId: `old-${String(index)}`,
      transactionId: `old-${String(index)}`,
      createdAt: conversionTime(index, now),
    }),
  },
  {
    database: 'commission',
    collection: 'commissions',
    change: (index, now) => ({
      _id: idOf(COMMISSION, index),
      conversionId: idOf(CONVERSION, index),
      createdAt: conversionTime(index, now),
      convertedAt: conversionTime(index, now),
    }),
  },
  {
    database: 'analytics',
    collection: 'conversion_facts',
    change: (index, now) => ({
      _id: idOf(CONVERSION, index),
      convertedAt: conversionTime(index, now),
    }),
  },
  {
    database: 'analytics',
    collection: 'commission_facts',
    change: (index, now) => ({
      _id: idOf(COMMISSION, index),
      convertedAt: conversionTime(index, now),
    }),
  },
];

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Inserts copies of a row. */
async function fill(rows: Rows, sample: Row, change: Change, { from, to }: Range): Promise<void> {
  const now = Date.now();
  let next = from;
  const insert = async (): Promise<void> => {
    while (next < to) {
      const start = next;
      next = Math.min(to, start + BATCH);
      const copies = Array.from({ length: next - start }, (_, index) => ({
        ...sample,
        ...change(start + index, now),
      }));
      await rows.insertMany(copies, { ordered: false, writeConcern: { w: 1, journal: false } });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, insert));
}

/** Waits for a row that a service wrote. */
async function sampleOf(rows: Rows, campaignId: string): Promise<Row> {
  for (;;) {
    const row = await rows.findOne({ campaignId });
    if (row !== null) return row;
    await pause(200);
  }
}

const rowsOf = ({ mongo, namespace }: Bench, database: string, collection: string): Rows =>
  mongo.useDb(`${namespace}tributary_${database}`).collection<Row>(collection);

/** Fills all collections and prints how long each took. */
async function grow(bench: Bench, clicks: Rows, sizes: Sizes): Promise<void> {
  const { campaignId } = bench.fixture;
  const timed = async (name: string, count: number, work: () => Promise<void>): Promise<void> => {
    const startedAt = performance.now();
    await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    print(
      `  ${String(count)} ${name} inserted in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second`,
    );
  };
  const click = await sampleOf(clicks, campaignId);
  await timed('clicks', sizes.clicks - FIRST_CLICKS, () =>
    fill(clicks, click, clickChange(sizes.clicks), { from: FIRST_CLICKS, to: sizes.clicks }),
  );
  for (const { database, collection, change } of perConversion) {
    const rows = rowsOf(bench, database, collection);
    const sample = await sampleOf(rows, campaignId);
    await timed(`${database}.${collection}`, sizes.conversions, () =>
      fill(rows, sample, change, { from: 0, to: sizes.conversions }),
    );
  }
}

/** Orders of random clicks, which no cache holds. */
const ordersOf = (clicks: number) => (): SignedOrder =>
  signedOrder(idOf(CLICK, Math.floor(Math.random() * clicks)));

export interface GrowthTargets {
  readonly redirect: Target;
  readonly intake: Pick<Target, 'url' | 'headers'>;
}

type Measured = Readonly<Record<keyof typeof GOALS, readonly Load[]>>;
const GOALS = {
  redirect: 'growthRedirect',
  intake: 'growthIntake',
  list: 'growthList',
  report: 'growthReport',
} as const satisfies Record<string, GoalId>;

async function measure(bench: Bench, targets: GrowthTargets, clicks: number): Promise<Measured> {
  const { runOptions, fixture, system } = bench;
  await fixture.renew();
  const headers = () => ({ authorization: `Bearer ${fixture.affiliateToken}` });
  const reports = `/api/affiliate-reports?kind=campaign&campaign_id=${fixture.campaignId}&start_date=2020-01-01`;
  const all: Readonly<Record<keyof typeof GOALS, Target>> = {
    redirect: targets.redirect,
    intake: { ...targets.intake, expect: 201, next: ordersOf(clicks) },
    list: { url: `${system.baseUrl}/api/affiliate/commissions?limit=50`, headers, expect: 200 },
    report: { url: system.baseUrl + reports, headers, expect: 200 },
  };
  const runs: Record<keyof typeof GOALS, Load[]> = {
    redirect: [],
    intake: [],
    list: [],
    report: [],
  };
  for (const [name, target] of Object.entries(all)) {
    await load(target, runOptions.seconds, FEW_CONNECTIONS);
    for (let round = 0; round < runOptions.repetitions; round += 1) {
      const run = await load(target, runOptions.seconds, FEW_CONNECTIONS);
      runs[name as keyof typeof GOALS].push(run);
    }
  }
  return runs;
}

const p50Of = (runs: readonly Load[]): number => median(runs.map(({ p50Ms }) => p50Ms));
const badOf = (runs: readonly Load[]): number => runs.reduce((sum, { bad }) => sum + bad, 0);

export async function measureGrowth(
  bench: Bench,
  targets: GrowthTargets,
  sizes: Sizes,
): Promise<void> {
  const clicks = rowsOf(bench, 'tracking', 'clicks');
  const sample = await sampleOf(clicks, bench.fixture.campaignId);
  await fill(clicks, sample, clickChange(sizes.clicks), { from: 0, to: FIRST_CLICKS });
  const before = await measure(bench, targets, FIRST_CLICKS);
  await grow(bench, clicks, sizes);
  const after = await measure(bench, targets, sizes.clicks);
  for (const [name, id] of Object.entries(GOALS)) {
    const [was, is] = [before[name as keyof Measured], after[name as keyof Measured]];
    const bad = badOf(was) + badOf(is);
    bench.scorecard.record(id, {
      base: `${p50Of(was).toFixed(1)} ms`,
      product: `${p50Of(is).toFixed(1)} ms`,
      ratio: p50Of(is) / p50Of(was),
      wrong: bad > 0 ? `${String(bad)} wrong answers` : undefined,
    });
  }
}
