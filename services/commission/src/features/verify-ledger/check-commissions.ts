import { debtMinor, freeMinor, isLive, settledMinor } from '../../domain/commission.ts';
import { parseAffiliateAccount } from '../../domain/ledger.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';
import { meet } from './streams.ts';

/** Each commission is what its own entries say: owed by the brand, on hold, owed back. */
export async function checkCommissions(audit: LedgerAudit, report: OpenReport): Promise<void> {
  const entries = {
    rows: audit.entriesByCommission(),
    keyOf: ({ commissionId }: { commissionId: string | null }) => commissionId ?? '',
  };
  const commissions = { rows: audit.commissionsById(), keyOf: ({ id }: { id: string }) => id };
  for await (const { key, left, right } of meet(entries, commissions)) {
    const [commission] = right;
    if (commission === undefined) {
      report.expect('commission', key, 'a commission', 'entries of none');
      continue;
    }
    const sums = sumsOf(left);
    const { amountMinor, status } = commission;
    const says = (what: string, minor: number): string => `${what} ${String(minor)}`;
    report.expect('commission', key, says('owed', sums.brand), says('owed', amountMinor));
    const onHold = status === 'pending' ? amountMinor : 0;
    report.expect('commission', key, says('pending', sums.pending), says('pending', onHold));
    report.expect('commission', key, says('debt', sums.debt), says('debt', debtMinor(commission)));
    const free = freeMinor(commission);
    report.expect(
      'commission',
      key,
      says('free', free),
      says('free', commission.recordedFreeMinor),
    );
    const owed = isLive(commission)
      ? Math.max(commission.entitledMinor, settledMinor(commission))
      : 0;
    report.expect('commission', key, says('amount', owed), says('amount', amountMinor));
    if (status === 'paid') {
      const { paidMinor } = commission;
      report.expect('commission', key, says('paid', amountMinor), says('paid', paidMinor));
    }
  }
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
    if (kind === undefined) sums.brand -= amountMinor;
    else if (kind === 'pending') sums.pending += amountMinor;
    else if (kind === 'debt') sums.debt -= amountMinor;
  }
  return sums;
}
