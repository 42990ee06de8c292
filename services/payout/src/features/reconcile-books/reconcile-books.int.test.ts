import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { eventually } from '@tributary/testing';
import { reconcileBooks } from './reconcile-books.ts';
import { compareBooks } from '../../workflows/compare-books.ts';
import { reconciliationReport } from '../../views/reconciliation-report.ts';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' });
});
afterAll(() => payout.close());
afterEach(() => payout.atSandbox('DELETE', '/faults'));

const paid = async (destination: string, cents = 6_000) => {
  const ann = await payout.anAffiliate(destination, cents);
  const { payout_id: id } = (await payout.request(ann, cents / 100)).body;
  await payout.settled(id, 'completed');
  return { ...ann, payoutId: id };
};
const compare = (maxWaitMs = 0) => compareBooks(payout.deps(), { since: new Date(0), maxWaitMs });
/** Runs the command as an operator does. */
const command = (...args: string[]) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const main = join(import.meta.dirname, '../../cli/payouts.ts');
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...payout.env, LOG_LEVEL: 'error', PATH: process.env['PATH'] ?? '' },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', (code) => {
      resolve({ code, output });
    });
  });
const reconciliation = async () =>
  (await payout.call('GET', '/api/admin/payouts/reconciliation', { who: payout.admin })).body;
const alter = async (id: string, change: Readonly<Record<string, unknown>>) => {
  await payout.collection('payouts').updateOne({ _id: id }, { $set: change });
};

it('three books agree to the cent after payments, failures and reversals at both providers', async () => {
  const ids = await Promise.all(
    ['acct_fine', 'acct_declined', 'acct_reversed', 'ann@example.com', 'declined@example.com'].map(
      async (destination) => {
        const ann = await payout.anAffiliate(destination, 6_060);
        return (await payout.request(ann, 60.6)).body.payout_id;
      },
    ),
  );
  const ends = ['completed', 'failed', 'failed', 'completed', 'failed'];
  await Promise.all(ids.map((id, index) => payout.settled(id, ends[index]!)));
  const found = await compare(10_000);
  expect(found.differences).toEqual([]);
  expect(found.ledger).toMatchObject(found.ours);
  expect(found.providers).toEqual([
    // 60.60 less 0.25 and 0.25 %, and less 2 %.
    {
      provider: 'cardproc_connect',
      payments: 3,
      paidByProviderMinor: 6_020,
      completedHereMinor: 6_020,
    },
    {
      provider: 'walletco_payouts',
      payments: 2,
      paidByProviderMinor: 5_939,
      completedHereMinor: 5_939,
    },
  ]);
  const { code, output } = await command('reconcile', '--wait', '10');
  expect([code, output]).toEqual([0, expect.stringContaining('The books agree to the cent.')]);
  process.stdout.write(output);
  expect(await reconciliation()).toMatchObject({
    agrees: true,
    providers: [
      {
        provider: 'cardproc_connect',
        payments: 3,
        paid_by_provider: 60.2,
        completed_here: 60.2,
        currency: 'USD',
      },
      { provider: 'walletco_payouts', payments: 2, paid_by_provider: 59.39, completed_here: 59.39 },
    ],
    difference_count: 0,
    differences: [],
  });
});

it('only administrators compare the books', async () => {
  const ann = await payout.anAffiliate('acct_curious', 6_000);
  const { status } = await payout.call('GET', '/api/admin/payouts/reconciliation', ann);
  expect(status).toBe(403);
});

it('every kind of difference is found and reported, and fails the command', async () => {
  const [short, unknown, twice, unbooked] = await Promise.all(
    ['acct_a', 'acct_b', 'acct_c', 'acct_d'].map((destination) => paid(destination)),
  );
  await alter(short!.payoutId, { feeMinor: 41 });
  await alter(unknown!.payoutId, { step: 'failed' });
  await payout.callProvider('/v1/transfers', {
    amount: 5_960,
    currency: 'USD',
    destination: 'acct_c',
    metadata: { payout_id: twice!.payoutId, key: `${twice!.payoutId}-9` },
  });
  const strange = { amount: 1, currency: 'USD', destination: 'acct_e', metadata: {} };
  await payout.callProvider('/v1/transfers', strange);
  payout.ledger.restore(unbooked!.payoutId);
  const { differences } = await compare();
  const found = differences.map(({ at, what }) => `${at}: ${what}`);
  const strangers = found.filter((one) => one.startsWith('payment '));
  expect(strangers).toEqual([
    expect.stringMatching(/^payment tr_.*: a payment for no payout of ours$/),
  ]);
  expect(found.filter((one) => !strangers.includes(one)).sort()).toEqual(
    [
      `payout ${short!.payoutId}: another amount`,
      `payout ${unknown!.payoutId}: another state`,
      `payout ${twice!.payoutId}: paid more than once`,
      `affiliate ${unbooked!.id}: paid, in the ledger`,
      // Failed in our books, paid in the ledger.
      `affiliate ${unknown!.id}: paid, in the ledger`,
    ].sort(),
  );
  // The ledger's sums are verified by the ledger.
  const shown = await reconciliation();
  expect([shown.agrees, shown.difference_count]).toEqual([false, 4]);
  expect(shown.differences).toContainEqual({
    at: `payout ${short!.payoutId}`,
    what: 'another amount',
    ours: expect.any(String),
    theirs: expect.any(String),
  });
  const lines = reconciliationReport(await compare());
  expect(lines).toContain('The books disagree in 6 places:');
  const { code, output } = await command('reconcile', '--wait', '0');
  expect([code, output]).toEqual([1, expect.stringContaining('disagree in 6 places')]);
  await alter(short!.payoutId, { feeMinor: 40 });
  await alter(unknown!.payoutId, { step: 'completed' });
});

it('a reversal that no callback reported is applied by the nightly reconciliation', async () => {
  await payout.fault('cardproc.callbacks', 'drop_callback', { count: 10 });
  const ann = await payout.anAffiliate('acct_reversed', 6_000);
  const { payout_id: id } = (await payout.request(ann, 60)).body;
  await eventually(async () => {
    const [transfer] = await payout.transfersOf(id);
    return transfer?.status === 'reversed';
  });
  // It was polled while it was still paid, or after its reversal.
  const standing = await eventually(async () => {
    const { body } = await payout.call('GET', `/api/payouts/${id}`, { who: payout.admin });
    return ['completed', 'failed'].includes(body.payout.status) && body.payout.status;
  });
  if (standing === 'completed') await reconcileBooks(payout.deps())();
  expect(await payout.settled(id, 'failed')).toMatchObject({
    failure_reason: 'reversed_by_provider',
  });
  expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 6_000, paidMinor: 0 });
  const metrics = await payout.service.platform.metrics.registry.metrics();
  if (standing === 'completed') expect(metrics).toMatch(/payout_reconcile_differences\{.*cardproc/);
  expect(metrics).toMatch(/payouts_stuck\{step="settling".*\} 0/);
});

it('the command begins the next run early, once however often it is called, and shows its usage on wrong arguments', async () => {
  const weekly = Promise.all([command('run', 'weekly'), command('run', 'weekly')]);
  expect(await command('run', 'hourly')).toMatchObject({
    code: 2,
    output: expect.stringContaining('npm run tool -- payouts reconcile'),
  });
  const outputs = (await weekly).toSorted((a, b) => (a.output < b.output ? -1 : 1));
  expect(outputs).toEqual([
    { code: 0, output: expect.stringMatching(/^The run weekly:.* begins/) },
    { code: 0, output: expect.stringMatching(/^The run weekly:.* exists already/) },
  ]);
});
