import { eventually } from '@tributary/testing';
import mongoose from 'mongoose';
import { BROWSER, Client, order, createFixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { callUntilAnswered, underKills } from './under-kills.ts';
import { print } from './report.ts';

const QUERY_SIZE = 500;
/** Work deferred while a service was down needs time afterwards, on a slow machine much time. */
const SETTLE_MS = 300_000;

interface Options {
  readonly kills: number;
  readonly redirects: number;
  readonly orders: number;
}

interface Acknowledged {
  /** The ids in the landing pages of answered redirects. */
  readonly clicks: Set<string>;
  /** Order id → the conversion id of its answer. */
  readonly orders: Map<string, string>;
  readonly tally: { refused: number; duplicates: number };
}

const clickIdIn = (location: string | null): string | null =>
  location === null ? null : new URL(location).searchParams.get('click_id');

/** Sends visits and orders, and repeats each until it is answered. */
async function load(system: TestSystem, options: Options) {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const known: Acknowledged = {
    clicks: new Set(),
    orders: new Map(),
    tally: { refused: 0, duplicates: 0 },
  };
  const headers = { 'user-agent': BROWSER };
  const visit = async (): Promise<string> => {
    const path = `/r/${fixture.trackingCode}`;
    const answer = await callUntilAnswered(
      () => client.call('GET', path, { headers }),
      known.tally,
    );
    const clickId = clickIdIn(answer.headers.get('location'));
    if (clickId === null) throw new Error(`${path}: ${String(answer.status)}`);
    known.clicks.add(clickId);
    return clickId;
  };
  const first = await visit();
  const buy = async (number: number): Promise<void> => {
    const orderId = `kill-${String(number)}`;
    const call = order(first, orderId, '10.00');
    const { status, body } = await callUntilAnswered(
      () => client.call('POST', '/api/track/conversion', call),
      known.tally,
    );
    if (status !== 201 && status !== 409) throw new Error(`${orderId}: ${String(status)}`);
    if (status === 409) known.tally.duplicates += 1;
    known.orders.set(orderId, body.data.conversion_id);
  };
  const { kills, redirects, orders } = options;
  const victims = () => system.processesOf('tracking');
  const report = await underKills(system, { kills, victims }, [
    { count: redirects - 1, concurrency: 24, run: () => visit().then(() => undefined) },
    { count: orders, concurrency: 8, run: buy },
  ]);
  return { known, report };
}

function* slices<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += QUERY_SIZE) yield items.slice(at, at + QUERY_SIZE);
}

async function missingClicks(
  collection: mongoose.mongo.Collection<{ _id: string }>,
  ids: readonly string[],
): Promise<number> {
  let found = 0;
  for (const some of slices(ids)) found += await collection.countDocuments({ _id: { $in: some } });
  return ids.length - found;
}

/** Counts the orders that are not stored exactly once with the id of their answer. */
async function wrongOrders(
  collection: mongoose.mongo.Collection<{ _id: string; orderId: string }>,
  known: ReadonlyMap<string, string>,
): Promise<number> {
  let right = 0;
  for (const some of slices([...known])) {
    const rows = await collection
      .find({ orderId: { $in: some.map(([orderId]) => orderId) } })
      .project<{ _id: string; orderId: string }>({ orderId: 1 })
      .toArray();
    const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
    right += some.filter(([orderId, id]) => {
      const stored = byOrder.get(orderId);
      return stored?.length === 1 && stored[0]?._id === id;
    }).length;
  }
  return known.size - right;
}

/** Kills tracking under load. Returns whether everything acknowledged is stored exactly once. */
export async function killTracking(
  system: TestSystem,
  mongoUrl: string,
  options: Options,
): Promise<boolean> {
  const { known, report } = await load(system, options);
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  const database = mongo.useDb(`${system.namespace}tributary_tracking`);
  const clicks = [...known.clicks];
  let lost = clicks.length;
  const settledFrom = performance.now();
  await eventually(
    async () => {
      lost = await missingClicks(database.collection('clicks'), clicks);
      return lost === 0;
    },
    { timeoutMs: SETTLE_MS, everyMs: 500 },
  ).catch(() => undefined);
  const settledS = (performance.now() - settledFrom) / 1_000;
  const wrong = await wrongOrders(database.collection('conversions'), known.orders);
  const stored = await database.collection('conversions').countDocuments();
  await mongo.close();
  const violations = await system.violations(SETTLE_MS);
  const { refused, duplicates } = known.tally;
  print(
    [
      `tracking killed ${String(report.kills)} times in ${report.seconds.toFixed(0)} s; calls refused during this: ${String(refused)}`,
      `redirects answered ${String(clicks.length)}, clicks missing ${String(lost)} (all found after ${settledS.toFixed(1)} s)`,
      `orders acknowledged ${String(known.orders.size)}, stored ${String(stored)}, missing or duplicate ${String(wrong)}; ${String(duplicates)} were stored by a call whose answer was lost`,
      `invariants broken: ${violations.length === 0 ? 'none' : violations.join('; ')}`,
    ].join('\n'),
  );
  const isWhole = lost === 0 && wrong === 0 && stored === known.orders.size;
  return isWhole && report.kills === options.kills && violations.length === 0;
}
