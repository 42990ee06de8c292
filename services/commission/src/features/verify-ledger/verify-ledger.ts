import type { Digest } from '../../domain/ledger.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import { checkBalances } from './check-balances.ts';
import { checkChains } from './check-chains.ts';
import { checkCommissions } from './check-commissions.ts';
import { checkEarnings } from './check-earnings.ts';
import { checkTransactions } from './check-transactions.ts';
import { type LedgerReport, openReport } from './report.ts';

/** Derives balances, commissions and sums again from the ledger's entries and reports every difference. */
export async function verifyLedger(audit: LedgerAudit, digest: Digest): Promise<LedgerReport> {
  const report = openReport();
  await checkChains(audit, digest, report);
  await checkTransactions(audit, report);
  await checkCommissions(audit, report);
  await checkEarnings(audit, report);
  await checkBalances(audit, report);
  return report.close();
}
