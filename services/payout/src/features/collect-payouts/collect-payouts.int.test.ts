import { randomUUIDv7 } from 'node:crypto';
import { openMetrics } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { lastRuns, newRun } from '../../domain/payout-run.ts';
import { collectPayouts } from './collect-payouts.ts';
import { openRun, openRuns } from '../../workflows/open-runs.ts';
import { watchDeadlines } from '../../workflows/payout-metrics.ts';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
let second: Awaited<ReturnType<StartedPayout['startAnother']>> | undefined;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' });
  // The tests collect runs at times of their own.
  await payout.service.workers.get('collect-payouts')?.stop();
  // A lease that stops the service's own schedule from opening runs of today during a test.
  const lease = { owner: 'the tests', expiresAt: new Date('2100-01-01') };
  await payout
    .collection('leases')
    .updateOne({ _id: 'schedule:open-payout-runs' }, { $set: lease }, { upsert: true });
});
afterAll(async () => {
  await second?.close();
  await payout.close();
});
afterEach(() => payout.atSandbox('DELETE', '/faults'));

/** The dependencies at another time; the stores still use the real clock. */
const at = (time: string): Deps => ({
  ...payout.deps(),
  clock: { ...payout.deps().clock, now: () => new Date(time) },
});
const runOf = async (id: string) => payout.collection('payout_runs').findOne({ _id: id });
const collect = async () => {
  while (await collectPayouts(payout.deps())()) {
    // Until no run has a page left.
  }
};
const runAt = async (time: string) => {
  await openRuns(at(time))();
  // Long ago, because the database's clock decides what is due, and may be behind this one.
  await payout
    .collection('payout_runs')
    .updateMany({ dueAt: { $type: 'date' } }, { $set: { dueAt: new Date(0) } });
  await collect();
};
const payoutsOf = async (id: string) => {
  const who = { id, role: 'affiliate' as const };
  return (await payout.call('GET', '/api/payouts/list', { who })).body.payouts;
};
const paidOf = (id: string, count: number) =>
  eventually(async () => {
    const payouts = await payoutsOf(id);
    return payouts.length === count && payouts.every(({ status }) => status === 'completed');
  });
const scheduled = (frequency: string, destination: string, ...earned: number[]) =>
  payout.anAffiliateWith({ payout_frequency: frequency }, destination, ...earned);

describe('scheduled runs', () => {
  it('begin with the first day after the system was started; earlier ones are skipped', async () => {
    const ann = await scheduled('daily', 'acct_early', 9_000);
    // The service's own schedule may have opened some already.
    await payout.collection('payout_runs').deleteMany({});
    await runAt('2031-01-06T00:00:05.000Z');
    expect(await runOf('daily:2031-01-06')).toMatchObject({ state: 'skipped' });
    expect(await payoutsOf(ann.id)).toEqual([]);
  });

  it('are skipped before the start also where an operator began one early', async () => {
    await payout.collection('payout_runs').deleteMany({});
    const ahead = newRun('weekly', new Date('2031-01-13'), new Date());
    await openRun(payout.deps(), { ...ahead, state: 'collected' });
    await openRuns(at('2031-01-08T09:00:00.000Z'))();
    expect(await runOf('weekly:2031-01-06')).toMatchObject({ state: 'skipped' });
    expect(await runOf('daily:2031-01-08')).toMatchObject({ state: 'skipped' });
    await openRuns(at('2031-01-20T00:00:05.000Z'))();
    expect(await runOf('weekly:2031-01-20')).toMatchObject({ state: 'collecting' });
    await collect();
  });

  it('pay all that is available to the default account, in a batch that publishes its progress', async () => {
    const ann = await scheduled('monthly', 'acct_fine', 6_000, 7_000);
    const bob = await scheduled('monthly', 'bob@example.com', 8_000);
    const low = await scheduled('monthly', 'low@example.com', 4_999);
    const demanding = await payout.anAffiliateWith(
      { payout_frequency: 'monthly', minimum_payout_amount: 90 },
      'demanding@example.com',
      8_999,
    );
    const off = await payout.anAffiliateWith(
      { payout_frequency: 'monthly', auto_payout_enabled: false },
      'off@example.com',
      8_000,
    );
    const other = await scheduled('manual', 'other@example.com', 8_000);
    await runAt('2031-02-01T00:00:05.000Z');
    await Promise.all([paidOf(ann.id, 1), paidOf(bob.id, 1)]);
    for (const { id } of [low, demanding, off, other]) expect(await payoutsOf(id)).toEqual([]);
    const [{ id } = { id: '' }] = await payoutsOf(bob.id);
    const done = await payout.settled(id, 'completed');
    expect(done).toMatchObject({
      amount: 80,
      fee_amount: 1.6,
      period_start: '2031-01-01',
      period_end: '2031-01-31',
      walletco_payout_item_id: expect.stringMatching(/^item_/),
    });
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 13_000 });
    const batch = String(done.batch_id);
    await eventually(() => payout.eventsOf(batch).length === 3);
    expect(payout.eventsOf(batch)).toEqual([
      'payout_batch.created.v1',
      'payout_batch.processing.v1',
      'payout_batch.completed.v1',
    ]);
    const list = await payout.call('GET', '/api/admin/payouts/batches', { who: payout.admin });
    expect(list.body).toMatchObject({ success: true, limit: 50, offset: 0 });
    expect(JSON.stringify(list.body)).toContain(batch);
    const one = (id: string) =>
      payout.call('GET', `/api/admin/payouts/batches/${id}`, { who: payout.admin });
    expect(await one(batch)).toMatchObject({ status: 200, body: { batch: { id: batch } } });
    expect((await one(randomUUIDv7())).status).toBe(404);
  });

  it('pay once, though schedulers race, collectors race, and the clock steps back and forth', async () => {
    const people = await Promise.all(
      ['acct_fine', 'w1@example.com', 'w2@example.com'].map((destination) =>
        scheduled('weekly', destination, 6_000),
      ),
    );
    const times = [
      '2031-02-10T00:00:01.000Z',
      '2031-02-09T23:59:59.000Z',
      '2031-02-12T09:00:00.000Z',
    ];
    await Promise.all(
      [...times, ...times, ...times].map(async (time) => {
        await openRuns(at(time))();
        await Promise.all([collectPayouts(payout.deps())(), collectPayouts(payout.deps())()]);
      }),
    );
    await runAt('2031-02-09T12:00:00.000Z');
    await runAt('2031-02-16T23:00:00.000Z');
    await Promise.all(people.map(({ id }) => paidOf(id, 1)));
    // Commissions that are earned after the run are paid by the next one.
    const [first] = people;
    payout.ledger.earn(first!.id, 6_000);
    await runAt('2031-02-16T23:30:00.000Z');
    expect(await payoutsOf(first!.id)).toHaveLength(1);
    await runAt('2031-02-17T00:00:00.000Z');
    await paidOf(first!.id, 2);
  });

  it('pay a reduced amount where the balance decreased, and nothing below the minimum or to an account that is not payable', async () => {
    const [ann, bob, cyd, dan] = await Promise.all([
      scheduled('biweekly', 'acct_fine', 6_000, 7_000),
      scheduled('biweekly', 'acct_fine', 6_000, 1_000),
      scheduled('biweekly', 'acct_fine', 6_000),
      scheduled('biweekly', 'dan@example.com', 6_000),
    ]);
    await payout.service.workers.get('advance-payouts')?.stop();
    await openRuns(at('2031-03-03T00:00:05.000Z'))();
    await collect();
    payout.ledger.cancel(ann.commissions[1]!);
    payout.ledger.cancel(bob.commissions[0]!);
    const verification = `/api/admin/payouts/accounts/${cyd.accountId}/verification`;
    await payout.call('PUT', verification, { who: payout.admin, body: { is_verified: false } });
    const account = `/api/payouts/accounts/${dan.accountId}`;
    await payout.call('PUT', account, { who: dan.who, body: { is_active: false } });
    // From here on another instance takes the steps.
    second = await payout.startAnother();
    await second.workers.get('collect-payouts')?.stop();
    for (const { id } of [bob, cyd, dan]) {
      await eventually(async () => {
        const made = await payout.collection('payouts').findOne({ affiliateId: id });
        return made?.['step'] === 'void';
      });
    }
    for (const { id } of [cyd, dan]) {
      expect(payout.ledger.balance(id)).toMatchObject({ availableMinor: 6_000, reservedMinor: 0 });
    }
    await paidOf(ann.id, 1);
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
    expect(payout.ledger.balance(bob.id)).toMatchObject({
      availableMinor: 1_000,
      reservedMinor: 0,
    });
  });
});

describe('next_payout_date', () => {
  const nextOf = async (id: string) => {
    const who = { id, role: 'affiliate' as const };
    const { body } = await payout.call('GET', '/api/affiliate/payouts/summary', { who });
    return (body as unknown as { next_payout_date: string | null }).next_payout_date;
  };

  it('is after the last run, even where the clock stepped back', async () => {
    const ann = await scheduled('monthly', 'acct_fine');
    const lastRun = await payout.deps().runs.newest('monthly');
    const after = new Date(lastRun!.day);
    after.setUTCMonth(after.getUTCMonth() + 1);
    expect(await nextOf(ann.id)).toBe(after.toISOString());
    const path = `/api/payouts/accounts/${ann.accountId}`;
    await payout.call('PUT', path, { who: ann.who, body: { payout_frequency: 'manual' } });
    expect(await nextOf(ann.id)).toBeNull();
  });

  it('is published when it changes with the default account or its terms', async () => {
    const ann = await scheduled('weekly', 'acct_fine');
    const path = `/api/payouts/accounts/${ann.accountId}`;
    const put = (body: object) => payout.call('PUT', path, { who: ann.who, body });
    await put({ minimum_payout_amount: 60 });
    await put({ payout_frequency: 'daily' });
    await put({ auto_payout_enabled: false });
    await eventually(() => payout.schedulesOf(ann.id).length === 3);
    expect(payout.schedulesOf(ann.id)).toEqual(['weekly', 'daily', null]);
  });
});

it('a suspended affiliate is left out of runs until the reinstatement', async () => {
  const ann = await scheduled('daily', 'acct_ann', 6_000);
  const bob = await scheduled('daily', 'acct_bob', 6_000);
  const setSuspended = (isSuspended: boolean) =>
    payout.deps().suspensions.save({ _id: ann.id, isSuspended, changedAt: new Date() });
  await setSuspended(true);
  await runAt('2031-03-01T00:00:05.000Z');
  await paidOf(bob.id, 1);
  expect(await payoutsOf(ann.id)).toEqual([]);
  await setSuspended(false);
  await runAt('2031-03-02T00:00:05.000Z');
  await paidOf(ann.id, 1);
});

it('a redirect to another destination holds a scheduled payout for review', async () => {
  const ann = await scheduled('daily', 'acct_old', 6_000, 7_000);
  const { accountId, who } = ann;
  await payout.settled((await payout.request(ann, 60)).body.payout_id, 'completed');
  const fresh = await payout.openAccount(who, 'acct_new', { payout_frequency: 'daily' });
  expect(fresh).not.toBe(accountId);
  await runAt('2031-04-01T00:00:05.000Z');
  const held = await eventually(async () => {
    const [newest] = await payoutsOf(ann.id);
    return newest?.status === 'pending' && newest;
  });
  const { body } = await payout.call('GET', '/api/admin/payouts/held', { who: payout.admin });
  expect(body.payouts.find(({ id }) => id === held.id)).toMatchObject({
    hold_reasons: [{ code: 'payment_method_changed' }],
  });
  const release = `/api/admin/payouts/${held.id}/release`;
  await payout.call('POST', release, { who: payout.admin, body: {} });
  await payout.settled(held.id, 'completed');
});

describe('a group that goes to its provider in one call', () => {
  const daily = async (day: string, destinations: readonly string[]) => {
    const people = await Promise.all(
      destinations.map((destination) => scheduled('daily', destination, 6_000)),
    );
    await runAt(`${day}T00:00:05.000Z`);
    return people;
  };
  const statusOf = async (id: string) => (await payoutsOf(id))[0]?.status;

  it('is paid once though its response was lost, and each payout gets its own outcome', async () => {
    await payout.fault('walletco.payouts.create', 'timeout_after', { ms: 0 });
    const people = await daily('2031-05-01', [
      'g1@example.com',
      'declined@example.com',
      'g2@example.com',
    ]);
    const [one, declined, two] = people;
    await Promise.all([paidOf(one!.id, 1), paidOf(two!.id, 1)]);
    await eventually(async () => (await statusOf(declined!.id)) === 'failed');
    const ids = await Promise.all(people.map(async ({ id }) => (await payoutsOf(id))[0]!.id));
    const batches = new Set(
      await Promise.all(
        ids.map(
          async (id) => (await payout.collection('payouts').findOne({ _id: id }))?.['batchId'],
        ),
      ),
    );
    expect(batches.size).toBe(1);
  });

  it('is submitted without a payout on which the ledger keeps failing, which is paid alone later', async () => {
    const stuck = await scheduled('daily', 'stuck@example.com', 6_000);
    payout.ledger.break(stuck.id);
    const people = await daily('2031-05-03', ['g3@example.com', 'g4@example.com']);
    await Promise.all(people.map(({ id }) => paidOf(id, 1)));
    expect(await payoutsOf(stuck.id)).toEqual([]);
    payout.ledger.mend();
    await paidOf(stuck.id, 1);
    const made = await payout.collection('payouts').findOne({ affiliateId: stuck.id });
    const others = await payout.collection('payouts').findOne({ affiliateId: people[0]!.id });
    expect(made).toMatchObject({ groupKey: null });
    expect(made?.['scheduled']).toMatchObject({
      batchId: (others?.['scheduled'] as { batchId: string }).batchId,
    });
    expect(payout.ledger.balance(stuck.id)).toMatchObject({ reservedMinor: 0, paidMinor: 6_000 });
  });

  it('is submitted one by one where the provider refuses it as a whole, so that one invalid payout harms no other', async () => {
    const fine = scheduled('daily', 'fine@example.com', 6_000);
    const invalid = await scheduled('daily', 'will-be-invalid@example.com', 6_000);
    await payout
      .collection('payout_accounts')
      .updateOne({ _id: invalid.accountId }, { $set: { destination: 'nonsense' } });
    const { id } = await fine;
    await runAt('2031-05-02T00:00:05.000Z');
    await paidOf(id, 1);
    await eventually(async () => (await statusOf(invalid.id)) === 'failed');
    expect(payout.ledger.balance(invalid.id).availableMinor).toBe(6_000);
  });
});

describe('the metrics', () => {
  /** The stuck gauges at a time, by name and label. */
  const stuckAt = async (time: string): Promise<Readonly<Record<string, number>>> => {
    const metrics = openMetrics('payout', 'both');
    watchDeadlines(metrics, at(time));
    const text = await metrics.registry.metrics();
    const rows = text.matchAll(/^(payout\w*_stuck)\{\w+="(\w+)".*\} (\d+)$/gm);
    return Object.fromEntries(
      Array.from(rows, ([, name = '', label = '', count]) => [`${name} ${label}`, Number(count)]),
    );
  };

  it('count a run that was not opened or not collected within half an hour', async () => {
    // A Wednesday, which has a daily run only.
    const day = new Date('2040-02-15');
    const runs = payout.deps().runs;
    for (const one of lastRuns(day)) {
      if (one.frequency !== 'daily') await runs.insert({ ...one, state: 'skipped' });
    }
    expect(await stuckAt('2040-02-15T00:29:00.000Z')).toMatchObject({
      'payout_runs_stuck daily': 0,
    });
    const late = {
      'payout_runs_stuck daily': 1,
      'payout_runs_stuck weekly': 0,
      'payout_runs_stuck monthly': 0,
    };
    expect(await stuckAt('2040-02-15T00:31:00.000Z')).toMatchObject(late);
    const begun = newRun('daily', day, new Date(day.getTime() + 5_000));
    await runs.insert(begun);
    expect(await stuckAt('2040-02-15T00:30:00.000Z')).toMatchObject({
      'payout_runs_stuck daily': 0,
    });
    expect(await stuckAt('2040-02-15T00:31:00.000Z')).toMatchObject(late);
    await payout
      .collection('payout_runs')
      .updateOne(
        { _id: begun.id },
        { $set: { state: 'collected', collectedAt: day, dueAt: null } },
      );
    expect(await stuckAt('2040-02-15T00:31:00.000Z')).toMatchObject({
      'payout_runs_stuck daily': 0,
    });
  });

  it('count a batch that has not begun within half an hour, or has not ended after its payouts’ deadline', async () => {
    const made = new Date('2040-03-01T00:00:05.000Z');
    const batch = { ...(await aBatch()), id: randomUUIDv7(), createdAt: made, endedAt: null };
    const after = (minutes: number) =>
      stuckAt(new Date(made.getTime() + minutes * MINUTE_MS).toISOString());
    const batches = payout.collection('payout_batches');
    // The batches of earlier tests have ended.
    await eventually(async () => (await batches.countDocuments({ endedAt: null })) === 0);
    const { id, ...doc } = batch;
    // Due in the far future, so that no worker ends it.
    const far = { dueAt: new Date('2050-01-01'), attempts: 0 };
    await batches.insertOne({ _id: id, ...doc, ...far, status: 'created' });
    expect(await after(29)).toMatchObject({ 'payout_batches_stuck created': 0 });
    expect(await after(31)).toMatchObject({ 'payout_batches_stuck created': 1 });
    await batches.updateOne({ _id: id }, { $set: { status: 'processing' } });
    expect(await after(72 * 60)).toMatchObject({
      'payout_batches_stuck created': 0,
      'payout_batches_stuck processing': 0,
    });
    expect(await after(74 * 60)).toMatchObject({ 'payout_batches_stuck processing': 1 });
    await batches.updateOne({ _id: id }, { $set: { status: 'completed', dueAt: null } });
    expect(await after(74 * 60)).toMatchObject({ 'payout_batches_stuck processing': 0 });
  });

  /** A batch of an earlier test. */
  const aBatch = async () => (await payout.deps().batches.list({ skip: 0, limit: 1 })).batches[0]!;
});

it('a run without affiliates ends at once', async () => {
  const run = { ...(await payout.deps().runs.newest('daily'))!, id: randomUUIDv7() };
  expect(run.state).toBe('collected');
  expect(run.collectedAt).not.toBeNull();
});
