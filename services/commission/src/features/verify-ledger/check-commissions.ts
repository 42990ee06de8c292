import {
  clawedBackAfter,
  debtMinor,
  freeMinor,
  isLive,
  owedMinor,
  settledMinor,
} from '../../domain/commission.ts';
import { isBrandAccount, parseAffiliateAccount } from '../../domain/ledger.ts';
import type { AuditedCommission } from '../../store/audited-rows.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';
import { joinByKey } from './streams.ts';

/** Checks each commission against its own entries: owed by the brand, on hold, owed back. */
export async function checkCommissions(audit: LedgerAudit, report: OpenReport): Promise<void> {
  const entries = {
    batches: audit.entriesByCommission(),
    keyOf: ({ commissionId }: { commissionId: string | null }) => commissionId ?? '',
  };
  const commissions = { batches: audit.commissionsById(), keyOf: ({ id }: { id: string }) => id };
  await joinByKey(entries, commissions, ({ key, left, right: [commission] }) => {
    if (commission === undefined) report.expect('commission', key, 'a commission', 'none');
    else checkCommission(commission, sumsOf(left), report);
  });
}

function checkCommission(
  commission: AuditedCommission,
  sums: CommissionSums,
  report: OpenReport,
): void {
  const { id, amountMinor, status } = commission;
  const check = (what: string, expected: number, found: number): void => {
    if (expected === found) return;
    report.expect('commission', id, `${what} ${String(expected)}`, `${what} ${String(found)}`);
  };
  check('owed', sums.brand, owedMinor(commission));
  check('pending', sums.pending, status === 'pending' ? amountMinor : 0);
  check('debt', sums.debt, debtMinor(commission));
  check('free', freeMinor(commission), commission.recordedFreeMinor);
  const owed = isLive(commission)
    ? Math.max(commission.entitledMinor, settledMinor(commission))
    : 0;
  check('amount', owed, amountMinor);
  if (isLive(commission)) {
    check('owed back', clawedBackAfter(commission), debtMinor(commission));
  }
  if (status === 'paid') check('paid', amountMinor, commission.paidMinor);
}

interface CommissionSums {
  readonly brand: number;
  readonly pending: number;
  readonly debt: number;
}

function sumsOf(entries: readonly { account: string; amountMinor: number }[]): CommissionSums {
  const sums = { brand: 0, pending: 0, debt: 0 };
  for (const { account, amountMinor } of entries) {
    const kind = parseAffiliateAccount(account)?.kind;
    // What a brand owes and what an affiliate owes back are debits.
    if (isBrandAccount(account)) sums.brand -= amountMinor;
    else if (kind === 'pending') sums.pending += amountMinor;
    else if (kind === 'debt') sums.debt -= amountMinor;
  }
  return sums;
}
