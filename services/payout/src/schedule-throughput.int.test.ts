import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { newRun } from './domain/payout-run.ts';
import { anAccount } from './testing/builders.ts';
import { startProcess } from './testing/start-process.ts';
import { type StartedPayout, startPayout } from './testing/start-payout.ts';

/** A whole month's affiliates are 10,000: set it to measure that. */
const AFFILIATES = Number(process.env['PAYOUT_RUN_OF'] ?? 100);
const AT_MOST_MS = 10 * 60_000;

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ PAYOUT_LEASE_SECONDS: '10' });
  for (const worker of payout.service.workers.values()) await worker.stop();
});
let runner: Awaited<ReturnType<typeof startProcess>> | undefined;
afterAll(async () => {
  // Also where it was not done in time.
  await runner?.stop();
  await payout.close();
});

it(
  `pays a monthly run of ${String(AFFILIATES)} affiliates at two providers within ten minutes, in flat memory`,
  async () => {
    const ids = Array.from({ length: AFFILIATES }, () => randomUUIDv7());
    for (const [index, affiliateId] of ids.entries()) {
      const isWallet = index % 2 === 0;
      payout.ledger.earn(affiliateId, 4_000, 3_000);
      await payout.deps().accounts.save(
        anAccount({
          affiliateId,
          provider: isWallet ? 'walletco_payouts' : 'cardproc_connect',
          destination: isWallet ? `w${String(index)}@example.com` : `acct_${String(index)}`,
        }),
      );
    }
    const started = await startProcess(payout.env);
    runner = started;
    payout.callbacksTo(started.url);
    const held: number[] = [];
    const measuring = setInterval(() => void started.memoryMb().then((mb) => held.push(mb)), 1_000);
    const startedMs = performance.now();
    const cpuBefore = await started.cpuSeconds();
    await payout.deps().runs.insert(newRun('monthly', new Date('2031-01-01'), new Date()));
    const completed = () => payout.collection('payouts').countDocuments({ step: 'completed' });
    await eventually(async () => (await completed()) === AFFILIATES, {
      timeoutMs: AT_MOST_MS,
      everyMs: 1_000,
    });
    const seconds = (performance.now() - startedMs) / 1000;
    clearInterval(measuring);
    const cpu = (await started.cpuSeconds()) - cpuBefore;
    const mean = (some: readonly number[]) =>
      Math.round(some.reduce((sum, mb) => sum + mb, 0) / Math.max(1, some.length));
    const third = Math.ceil(held.length / 3);
    await eventually(async () => {
      const open = { endedAt: null };
      return (await payout.collection('payout_batches').countDocuments(open)) === 0;
    });
    const batches = await payout.collection('payout_batches').countDocuments();
    const memory = `${String(mean(held.slice(third, 2 * third)))} then ${String(mean(held.slice(2 * third)))} MB`;
    const text = `${seconds.toFixed(0)} s, ${cpu.toFixed(1)} s of a core, ${String(batches)} batches, memory ${memory}`;
    process.stdout.write(`run of ${String(AFFILIATES)}: ${text}\n`);
    for (const id of ids) {
      expect(payout.ledger.balance(id)).toEqual({
        availableMinor: 0,
        reservedMinor: 0,
        paidMinor: 7_000,
      });
    }
  },
  AT_MOST_MS + 60_000,
);
