/**
 * Intake with a large database: the latency with millions of clicks and conversions stored, as a ratio
 * to the latency before. The full size is `--clicks 10000000 --conversions 1000000`; the defaults are a
 * hundredth of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type mongoose from 'mongoose';
import { DAY_MS, DAY_SECONDS } from '@tributary/units';
import { startBase } from './base-server.ts';
import { load, median } from './load.ts';
import { type Load, type Target } from './target.ts';
import { type Bench, type Sizes } from './bench.ts';
import { print } from './report.ts';
import { type SignedOrder, signedOrder } from './fixture.ts';

type Row = Record<string, unknown>;

const FIRST_CLICKS = 20_000;
const BATCH = 5_000;
const FEW_CONNECTIONS = 8;
const BASE_PORT = 15_960;
const OLDEST_DAYS = 8;

/** Ids that ascend with time, as real ids do. */
const idOf = (kind: string, index: number): string =>
  `01980000-0000-7000-${kind}-${index.toString(16).padStart(12, '0')}`;
const CLICK = '8c11';
const CONVERSION = '8c0e';

async function fill(
  collection: mongoose.mongo.Collection<Row & { _id: string }>,
  range: { readonly from: number; readonly to: number },
  rowAt: (index: number) => Row & { _id: string },
): Promise<void> {
  for (let start = range.from; start < range.to; start += BATCH) {
    const size = Math.min(BATCH, range.to - start);
    const rows = Array.from({ length: size }, (_, index) => rowAt(start + index));
    await collection.insertMany(rows, { ordered: false });
  }
}

/** Waits for a row that the service wrote. */
async function sampleOf(
  collection: mongoose.mongo.Collection<Row & { _id: string }>,
  campaignId: string,
): Promise<Row> {
  for (;;) {
    const row = await collection.findOne({ campaignId });
    if (row !== null) return row;
    await pause(200);
  }
}

/** Orders of random clicks, which no cache holds. */
const ordersOf = (clicks: number) => (): SignedOrder =>
  signedOrder(idOf(CLICK, Math.floor(Math.random() * clicks)));

interface Measured {
  readonly product: Load[];
  readonly base: Load[];
}

async function measure(
  { runOptions }: Bench,
  targets: Readonly<Record<'base' | 'product', Pick<Target, 'url' | 'headers'>>>,
  clicks: number,
): Promise<Measured> {
  const next = ordersOf(clicks);
  const run = (target: Pick<Target, 'url' | 'headers'>): Promise<Load> =>
    load({ ...target, expect: 201, next }, runOptions.seconds, FEW_CONNECTIONS);
  const runs: Measured = { product: [], base: [] };
  await run(targets.product);
  for (let round = 0; round < runOptions.repetitions; round += 1) {
    runs.base.push(await run(targets.base));
    runs.product.push(await run(targets.product));
  }
  return runs;
}

const figures = (runs: readonly Load[]) => ({
  p50: median(runs.map(({ p50Ms }) => p50Ms)),
  p99: median(runs.map(({ p99Ms }) => p99Ms)),
  bad: runs.reduce((sum, { bad }) => sum + bad, 0),
});

function printRatio(before: Measured, after: Measured): void {
  const [was, is] = [figures(before.product), figures(after.product)];
  const [baseWas, baseIs] = [figures(before.base), figures(after.base)];
  const ratio = (one: number, other: number): string => (one / other).toFixed(2);
  print(
    `intake, grown against empty: p50 ${ratio(is.p50, was.p50)} (${is.p50.toFixed(1)} against ${was.p50.toFixed(1)} ms), ` +
      `p99 ${ratio(is.p99, was.p99)} (${is.p99.toFixed(1)} against ${was.p99.toFixed(1)} ms); goal ≤ 1.3; ` +
      `wrong answers ${String(is.bad + was.bad)}\n` +
      `  the base in the same runs, which shows changes of the machine: p50 ${ratio(baseIs.p50, baseWas.p50)}, p99 ${ratio(baseIs.p99, baseWas.p99)}`,
  );
}

export async function measureGrowth(
  bench: Bench,
  intake: Pick<Target, 'url' | 'headers'>,
  sizes: Sizes,
): Promise<void> {
  const { mongo, namespace, fixture, engines } = bench;
  const database = mongo.useDb(`${namespace}tributary_tracking`);
  const clicks = database.collection<Row & { _id: string }>('clicks');
  const conversions = database.collection<Row & { _id: string }>('conversions');
  const [click, conversion] = [
    await sampleOf(clicks, fixture.campaignId),
    await sampleOf(conversions, fixture.campaignId),
  ];
  const now = Date.now();
  const clickAt = (index: number) => ({
    ...click,
    _id: idOf(CLICK, index),
    occurredAt: new Date(now - OLDEST_DAYS * DAY_MS + (index % DAY_SECONDS) * 1_000),
  });
  const conversionAt = (index: number) => ({
    ...conversion,
    ...{ _id: idOf(CONVERSION, index), orderId: `old-${index}`, transactionId: `old-${index}` },
    createdAt: new Date(now - DAY_MS + index),
  });
  await fill(clicks, { from: 0, to: FIRST_CLICKS }, clickAt);
  const base = await startBase('intake', BASE_PORT, { MONGO_URL: engines.mongoUrl });
  const targets = { base: { url: `${base.url}/intake` }, product: intake };
  const before = await measure(bench, targets, FIRST_CLICKS);
  const started = performance.now();
  await fill(clicks, { from: FIRST_CLICKS, to: sizes.clicks }, clickAt);
  await fill(conversions, { from: 0, to: sizes.conversions }, conversionAt);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  const [storedClicks, storedConversions] = [
    await clicks.estimatedDocumentCount(),
    await conversions.estimatedDocumentCount(),
  ];
  print(
    `  ${String(storedClicks)} clicks and ${String(storedConversions)} conversions stored, after ${seconds} s`,
  );
  printRatio(before, await measure(bench, targets, sizes.clicks));
  base.stop();
}
