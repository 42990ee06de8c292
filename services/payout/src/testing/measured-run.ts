import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { newRun } from '../domain/payout-run.ts';
import { reconcileBooks } from '../features/reconcile-books/reconcile-books.ts';
import { inParallel } from '../in-parallel.ts';
import { anAccount } from './builders.ts';
import { startProcess } from './start-process.ts';
import { type StartedPayout, startPayout } from './start-payout.ts';

/** How long a run may take, of ten thousand as well. */
export const AT_MOST_MS = 10 * MINUTE_MS;
/** How long it is waited for one that takes longer, so that it can be told how long. */
const PATIENCE_MS = 6 * AT_MOST_MS;
const EARNED = [4_000, 3_000] as const;
const EARNED_MINOR = 7_000;
const EVERYTHING = { since: new Date(0), patienceMs: 30_000 };

export interface MeasuredRun {
  readonly affiliates: number;
  /** From the run's opening until the last payout was completed. */
  readonly seconds: number;
  /** What the process that paid it used of a core. */
  readonly cpuSeconds: number;
  readonly batches: number;
  /** What that process held on average in each tenth of the run, MB. */
  readonly memoryMb: readonly number[];
  /** Affiliates who did not get exactly what they had earned. */
  readonly wrong: number;
  /** How often the providers' books, the payouts and the ledger disagree afterwards. */
  readonly differences: number;
}

/** The service with providers that settle at once, to make runs of and let another process pay them. */
export async function openRunMeasuring(): Promise<StartedPayout> {
  const payout = await startPayout({
    PAYOUT_LEASE_SECONDS: '10',
    PAYOUT_RETRY_MS: '1000',
    PAYOUT_LOOK_MS: '2000',
    PROVIDER_TIMEOUT_MS: '10000',
  });
  for (const worker of payout.service.workers.values()) await worker.stop();
  return payout;
}

/** Lets a process of its own pay a monthly run of so many affiliates, half of them at each provider. */
export async function measureRun(payout: StartedPayout, affiliates: number): Promise<MeasuredRun> {
  const ids = Array.from({ length: affiliates }, () => randomUUIDv7());
  await inParallel([...ids.entries()], 16, async ([index, affiliateId]) => {
    payout.ledger.earn(affiliateId, ...EARNED);
    await payout.deps().accounts.save(accountOf(affiliateId, index));
  });
  const paying = await startProcess(payout.env);
  const held: number[] = [];
  const watching = setInterval(() => void paying.memoryMb().then((mb) => held.push(mb)), 250);
  try {
    payout.callbacksTo(paying.url);
    const cpuBefore = await paying.cpuSeconds();
    const startedMs = performance.now();
    await payout.deps().runs.insert(newRun('monthly', new Date('2031-01-01'), new Date()));
    await paid(payout, affiliates);
    const seconds = (performance.now() - startedMs) / 1000;
    const cpuSeconds = (await paying.cpuSeconds()) - cpuBefore;
    clearInterval(watching);
    const batches = await ended(payout);
    const balances = ids.map((id) => payout.ledger.balance(id));
    const isWrong = ({ availableMinor, reservedMinor, paidMinor }: (typeof balances)[number]) =>
      availableMinor !== 0 || reservedMinor !== 0 || paidMinor !== EARNED_MINOR;
    const wrong = balances.filter(isWrong).length;
    const took = { seconds: rounded(seconds), cpuSeconds: rounded(cpuSeconds) };
    const { differences } = await reconcileBooks(payout.deps(), EVERYTHING);
    const agreement = { wrong, differences: differences.length };
    return { affiliates, ...took, batches, memoryMb: tenthsOf(held), ...agreement };
  } finally {
    clearInterval(watching);
    await paying.stop();
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

const accountOf = (affiliateId: string, index: number) => {
  const isWallet = index % 2 === 0;
  return anAccount({
    affiliateId,
    provider: isWallet ? 'walletco_payouts' : 'cardproc_connect',
    destination: isWallet ? `w${String(index)}@example.com` : `acct_${String(index)}`,
  });
};

const paid = (payout: StartedPayout, count: number): Promise<boolean> =>
  eventually(
    async () =>
      (await payout.collection('payouts').countDocuments({ step: 'completed' })) === count,
    { timeoutMs: PATIENCE_MS, everyMs: 500 },
  );

/** How many batches there were, once each has said that it ended. */
async function ended(payout: StartedPayout): Promise<number> {
  const batches = payout.collection('payout_batches');
  await eventually(async () => (await batches.countDocuments({ endedAt: null })) === 0);
  return batches.countDocuments();
}

/** The averages of ten parts of equal length. */
function tenthsOf(held: readonly number[]): number[] {
  const size = Math.max(1, Math.ceil(held.length / 10));
  return Array.from({ length: Math.ceil(held.length / size) }, (_, index) => {
    const part = held.slice(index * size, (index + 1) * size);
    return Math.round(part.reduce((sum, mb) => sum + mb, 0) / part.length);
  });
}
