import { type PayoutProvider } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { defaultOf, minimumOf, type PayoutAccount } from '../../domain/account.ts';
import { backOffMs } from '../../domain/back-off.ts';
import { type Payout } from '../../domain/payout.ts';
import {
  decideCreated,
  type PayoutBatch,
  type PayoutRun,
  periodOf,
} from '../../domain/payout-run.ts';
import { dueIn } from '../../domain/due.ts';
import { whileLeased } from '../../workflows/with-lease.ts';
import { inParallel } from '../../workflows/map-concurrent.ts';
import { PAYOUT_CURRENCY, payoutOf } from '../../workflows/make-payout.ts';

/** A batch is what a provider takes in one call at most. */
const PAGE = 500;
const QUESTIONS_AT_ONCE = 8;

/**
 * Goes on with a scheduled run, a page of affiliates at a time: whoever has enough to be paid gets a payout,
 * and the run's cursor moves, in one commit. Whoever comes second on a page finds the cursor
 * moved, so that nobody is paid twice in a run. True where there may be more.
 */
export const collectPayouts = (deps: Deps) => async (): Promise<boolean> => {
  const claimed = await deps.runs.claimDue(dueIn(deps, deps.leaseMs));
  if (claimed === undefined) return false;
  const { work: run, attempts } = claimed;
  try {
    const extend = (until: Date) => deps.runs.keep(run, until);
    await whileLeased(deps, extend, () => collectPage(deps, run));
  } catch (error) {
    deps.log.warn({ err: error, run: run.id }, 'a payout run waits');
    const waitMs = backOffMs(attempts + 1, deps.retryMs, Math.random());
    await deps.runs.postpone(run.id, dueIn(deps, waitMs));
  }
  return true;
};

interface Due {
  readonly account: PayoutAccount;
  readonly amountMinor: number;
}

async function collectPage(deps: Deps, run: PayoutRun): Promise<void> {
  const page = await deps.accounts.affiliatesPaid(run.frequency, run.cursor, PAGE);
  const { affiliateIds, isLast } = page;
  const due = await listDue(deps, run, affiliateIds);
  const batches = [...Map.groupBy(due, ({ account }) => account.provider)].map(
    ([provider, payees]) => batchOf(deps, run, { provider, payees }),
  );
  const next: PayoutRun = {
    ...run,
    cursor: affiliateIds.at(-1) ?? run.cursor,
    state: isLast ? 'collected' : 'collecting',
    payoutCount: run.payoutCount + due.length,
    amountMinor: due.reduce((sum, { amountMinor }) => sum + amountMinor, run.amountMinor),
    collectedAt: isLast ? deps.clock.now() : null,
  };
  try {
    await deps.transaction(async ({ runs, batches: kept, payouts, outbox }) => {
      await runs.save(next, run.cursor);
      for (const { batch, made } of batches) {
        const decided = decideCreated(batch);
        await kept.insert(decided.batch);
        await payouts.insertMany(made, deps.clock.now());
        await outbox.add(...decided.events);
      }
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payout_run_changed_meanwhile') throw error;
    return;
  }
  if (isLast) deps.log.info({ run: run.id, payouts: next.payoutCount }, 'payout run collected');
}

/** Who of these is to be paid what: all that is available, where it is enough for the account. */
async function listDue(
  deps: Deps,
  { frequency }: PayoutRun,
  affiliateIds: readonly string[],
): Promise<Due[]> {
  const accounts = await deps.accounts.listOf(affiliateIds);
  const payees = affiliateIds.flatMap((id) => {
    // Only the default account is paid by itself; others may have terms of their own.
    const account = defaultOf(accounts.get(id) ?? []);
    const isPaid =
      account?.isVerified === true &&
      account.isActive &&
      account.autoPayoutEnabled &&
      account.frequency === frequency;
    return isPaid ? [account] : [];
  });
  const due = await inParallel(payees, QUESTIONS_AT_ONCE, async (account) => {
    const balance = await deps.ledger.balance(account.affiliateId, PAYOUT_CURRENCY);
    return { account, amountMinor: balance.availableMinor };
  });
  return due.filter(({ account, amountMinor }) => amountMinor >= minimumOf(account));
}

function batchOf(
  deps: Deps,
  run: PayoutRun,
  { provider, payees }: { provider: PayoutProvider; payees: readonly Due[] },
): { batch: PayoutBatch; made: Payout[] } {
  const period = periodOf(run);
  const id = deps.newId();
  const now = deps.clock.now();
  const groupKey = deps.providers[provider].submitGroup === undefined ? null : id;
  const made = payees.map(({ account, amountMinor }): Payout => {
    const wish = { account, kind: 'scheduled', amountMinor, commissionIds: [] } as const;
    const payout = payoutOf(deps, { ...wish, description: null }, now);
    const onceKey = `${run.id}/${account.affiliateId}`;
    return { ...payout, groupKey, scheduled: { batchId: id, onceKey, ...period } };
  });
  const counts = { completedCount: 0, failedCount: 0, heldCount: 0 };
  const batch: PayoutBatch = {
    id,
    runId: run.id,
    provider,
    frequency: run.frequency,
    status: 'created',
    ...period,
    payoutCount: made.length,
    amountMinor: made.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ...counts,
    currency: PAYOUT_CURRENCY,
    createdAt: now,
    endedAt: null,
  };
  return { batch, made };
}
