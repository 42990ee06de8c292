import { type PayoutProvider } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { backOffMs, mapConcurrent, withLease } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { defaultOf, minimumOf, type PayoutAccount, scheduleOf } from '../../domain/account.ts';
import { after, backOffFrom } from '../../domain/due.ts';
import { type Payout } from '../../domain/payout.ts';
import { PAYOUT_CURRENCY } from '../../domain/payout-request.ts';
import {
  decideCreated,
  type PayoutBatch,
  type PayoutRun,
  periodOf,
} from '../../domain/payout-run.ts';
import { type ClaimedWork } from '../../store/due-work.ts';
import { draftPayout } from '../../workflows/draft-payout.ts';

/** Affiliates per page; a provider takes as many payments in one call. */
const PAGE = 500;
const CONCURRENT_READS = 8;

type CollectDeps = Pick<
  Deps,
  | 'accounts'
  | 'clock'
  | 'fees'
  | 'leaseMs'
  | 'ledger'
  | 'log'
  | 'newId'
  | 'providers'
  | 'retryMs'
  | 'runs'
  | 'suspensions'
  | 'transaction'
>;

/**
 * Collects one page of a scheduled run: one commit creates a payout for each affiliate with enough to be paid and
 * moves the run's cursor. A concurrent collector of the same page finds the cursor moved, so no affiliate is paid
 * twice in a run.
 * @returns whether there may be more to do
 */
export const collectPayouts = (deps: CollectDeps) => async (): Promise<boolean> => {
  const { leaseMs } = deps;
  const queue = deps.runs.due(leaseMs);
  const [claimed] = await queue.claim(1);
  if (claimed === undefined) return false;
  try {
    await withLease({ leaseMs, renew: () => queue.renew(claimed) }, () =>
      collectPage(deps, claimed),
    );
  } catch (error) {
    deps.log.warn({ err: error, run: claimed.work.id }, 'payout run postponed');
    const waitMs = backOffMs(claimed.attempts + 1, backOffFrom(deps.retryMs));
    await deps.runs.postpone(claimed, after(deps.clock.now(), waitMs));
  }
  return true;
};

/** An account to be paid, and all that is available for it. */
interface Payee {
  readonly account: PayoutAccount;
  readonly amountMinor: number;
}

interface Collected {
  readonly batch: PayoutBatch;
  readonly payouts: readonly Payout[];
}

async function collectPage(deps: CollectDeps, claimed: ClaimedWork<PayoutRun>): Promise<void> {
  const { work: run } = claimed;
  const page = await deps.accounts.listScheduledAffiliates(run.frequency, run.cursor, PAGE);
  const { affiliateIds, isLast } = page;
  const payees = await listPayees(deps, run, affiliateIds);
  const collected = [...Map.groupBy(payees, ({ account }) => account.provider)].map(
    ([provider, group]) => collectBatch(deps, run, { provider, payees: group }),
  );
  const next: PayoutRun = {
    ...run,
    cursor: affiliateIds.at(-1) ?? run.cursor,
    state: isLast ? 'collected' : 'collecting',
    payoutCount: run.payoutCount + payees.length,
    amountMinor: payees.reduce((sum, { amountMinor }) => sum + amountMinor, run.amountMinor),
    collectedAt: isLast ? deps.clock.now() : null,
  };
  try {
    await deps.transaction(async ({ runs, batches, payouts, outbox }) => {
      await runs.save(next, claimed);
      for (const one of collected) {
        const decided = decideCreated(one.batch);
        await batches.insert(decided.batch);
        await payouts.insertMany(one.payouts, deps.clock.now());
        await outbox.add(...decided.events);
      }
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payout_run_changed_meanwhile') throw error;
    return;
  }
  if (isLast) deps.log.info({ run: run.id, payouts: next.payoutCount }, 'payout run collected');
}

/** The affiliates to be paid, none of them suspended: by their default account, where the available balance reaches its minimum. */
async function listPayees(
  deps: Pick<Deps, 'accounts' | 'ledger' | 'suspensions'>,
  { frequency }: PayoutRun,
  affiliateIds: readonly string[],
): Promise<Payee[]> {
  const accounts = await deps.accounts.listByAffiliates(affiliateIds);
  const suspended = await deps.suspensions.listSuspended(affiliateIds);
  const scheduled = affiliateIds.flatMap((id) => {
    const account = suspended.has(id) ? undefined : defaultOf(accounts.get(id) ?? []);
    return account !== undefined && scheduleOf(account) === frequency ? [account] : [];
  });
  const payees = await mapConcurrent(scheduled, CONCURRENT_READS, async (account) => {
    const balance = await deps.ledger.balance(account.affiliateId, PAYOUT_CURRENCY);
    return { account, amountMinor: balance.availableMinor };
  });
  return payees.filter(({ account, amountMinor }) => amountMinor >= minimumOf(account));
}

function collectBatch(
  deps: Pick<Deps, 'clock' | 'fees' | 'newId' | 'providers'>,
  run: PayoutRun,
  { provider, payees }: { provider: PayoutProvider; payees: readonly Payee[] },
): Collected {
  const period = periodOf(run);
  const id = deps.newId();
  const now = deps.clock.now();
  const groupKey = deps.providers[provider].submitGroup === undefined ? null : id;
  const payouts = payees.map(({ account, amountMinor }): Payout => {
    const request = { account, kind: 'scheduled', amountMinor, commissionIds: [] } as const;
    const payout = draftPayout(deps, { ...request, description: null }, now);
    const onceKey = `${run.id}/${account.affiliateId}`;
    return { ...payout, groupKey, scheduled: { batchId: id, onceKey, ...period } };
  });
  const batch: PayoutBatch = {
    id,
    runId: run.id,
    provider,
    frequency: run.frequency,
    status: 'created',
    ...period,
    payoutCount: payouts.length,
    amountMinor: payouts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    completedCount: 0,
    failedCount: 0,
    heldCount: 0,
    currency: PAYOUT_CURRENCY,
    createdAt: now,
    endedAt: null,
  };
  return { batch, payouts };
}
