import { randomUUIDv7 } from 'node:crypto';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { describeWorkQueue } from '@tributary/work/testing';
import { type PayoutBatch, type PayoutRun } from '../domain/payout-run.ts';
import { aBatch, aPayout, aRun } from '../testing/builders.ts';
import { type Collections, collections as declared } from './collections.ts';
import { type ClaimedWork } from './due-work.ts';
import { type LoadedPayout } from './payout-documents.ts';
import { payoutStore } from './payout-store.ts';
import { batchStore, runStore } from './run-store.ts';

const LEASE_MS = 30_000;

let mongo: Mongo;
let collections: Collections;
beforeAll(async () => {
  const env = testEnv({});
  const database = `${env['NAMESPACE'] ?? ''}payout_due_work`;
  const log = openLog('payout', 'error');
  mongo = await openMongo({ url: env['MONGO_URL'] ?? '', database, log });
  collections = await openCollections(mongo.connection, declared);
});
afterAll(() => mongo.close());

let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);
const advance = (ms: number): Promise<void> => {
  offsetMs += ms;
  return Promise.resolve();
};
const payouts = () => payoutStore(collections, now);
const runs = () => runStore(collections, now);
const batches = () => batchStore(collections, now);

const collected = (run: PayoutRun): PayoutRun => ({ ...run, state: 'collected' });
const ended = (batch: PayoutBatch): PayoutBatch => ({
  ...batch,
  status: 'completed',
  endedAt: now(),
});

/** Whether an outcome was saved; not where the claim was lost. */
const isSaved = async (saving: Promise<void>): Promise<boolean> => {
  try {
    await saving;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ kind: 'conflict' });
    return false;
  }
};

describeWorkQueue('payouts with a due step', () => ({
  leaseMs: LEASE_MS,
  openQueue: () => payouts().due(LEASE_MS),
  idOf: ({ payout }: LoadedPayout) => payout.id,
  add: async (count) => {
    const made = Array.from({ length: count }, () => aPayout({ step: 'settling' }));
    await payouts().insertMany(made, now());
    return made.map(({ id }) => id);
  },
  finish: ({ payout, ...under }) =>
    isSaved(payouts().save({ ...payout, step: 'completed' }, under, null)),
  advance,
}));

describeWorkQueue('runs that are still collecting', () => ({
  leaseMs: LEASE_MS,
  openQueue: () => runs().due(LEASE_MS),
  idOf: ({ work }: ClaimedWork<PayoutRun>) => work.id,
  add: async (count) => {
    const opened = Array.from({ length: count }, () => aRun());
    for (const run of opened) await runs().insert(run);
    return opened.map(({ id }) => id);
  },
  finish: (claimed) => isSaved(runs().save(collected(claimed.work), claimed)),
  advance,
}));

describeWorkQueue('batches that have not ended', () => ({
  leaseMs: LEASE_MS,
  openQueue: () => batches().due(LEASE_MS),
  idOf: ({ work }: ClaimedWork<PayoutBatch>) => work.id,
  add: async (count) => {
    const made = Array.from({ length: count }, () => aBatch());
    for (const batch of made) await batches().insert(batch);
    return made.map(({ id }) => id);
  },
  finish: (claimed) => isSaved(batches().save(ended(claimed.work), claimed)),
  advance,
}));

describe('a holder that lost its claim and then fails', () => {
  const soon = () => new Date(now().getTime() + HOUR_MS);

  it('does not make a run due again that another has collected', async () => {
    const { id } = aRun();
    await runs().insert({ ...aRun(), id });
    const [lost] = await runs().due(LEASE_MS).claim(1);
    await advance(LEASE_MS + 1);
    const [taken] = await runs().due(LEASE_MS).claim(1);
    await runs().save(collected(taken!.work), taken!);
    await runs().postpone(lost!, soon());
    expect(await collections.runs.findOne({ _id: id })).toMatchObject({ dueAt: null, attempts: 0 });
  });

  it('does not make a batch due again that another has ended', async () => {
    const batch = aBatch();
    await batches().insert(batch);
    const [lost] = await batches().due(LEASE_MS).claim(1);
    await advance(LEASE_MS + 1);
    const [taken] = await batches().due(LEASE_MS).claim(1);
    await batches().save(ended(taken!.work), taken!);
    await batches().postpone(lost!, soon());
    const found = await collections.batches.findOne({ _id: batch.id });
    expect(found).toMatchObject({ dueAt: null, attempts: 0 });
  });

  it('does not postpone a payout that a callback has moved on', async () => {
    const payout = aPayout({ step: 'sent' });
    await payouts().insert(payout, now());
    const [lost] = await payouts().due(LEASE_MS).claim(1);
    const loaded = await payouts().load(payout.id);
    await payouts().save({ ...payout, step: 'completed' }, loaded!, null);
    await payouts().postpone(lost!, soon());
    const found = await collections.payouts.findOne({ _id: payout.id });
    expect(found).toMatchObject({ step: 'completed', dueAt: null, attempts: 0 });
  });

  // A process of the release before saves a payout and leaves the claim as it is.
  it('does not make a payout due again that ended under its claim', async () => {
    const payout = aPayout({ step: 'sent' });
    await payouts().insert(payout, now());
    const queue = payouts().due(LEASE_MS);
    const [claimed] = await queue.claim(1);
    const over = { $set: { step: 'completed' as const, dueAt: null }, $inc: { version: 1 } };
    await collections.payouts.updateOne({ _id: payout.id }, over);
    expect(await queue.renew(claimed!)).toBe(false);
    await queue.release([claimed!]);
    await payouts().postpone(claimed!, soon());
    expect(await collections.payouts.findOne({ _id: payout.id })).toMatchObject({ dueAt: null });
  });
});

it('saves a callback’s outcome though a worker has claimed the payout since it was read', async () => {
  const payout = aPayout({ id: randomUUIDv7(), step: 'sent' });
  await payouts().insert(payout, now());
  const loaded = await payouts().load(payout.id);
  const [claimed] = await payouts().due(LEASE_MS).claim(1);
  await payouts().save({ ...payout, step: 'settling' }, loaded!, null);
  expect(await isSaved(payouts().save({ ...payout, step: 'failed' }, claimed!, null))).toBe(false);
});
