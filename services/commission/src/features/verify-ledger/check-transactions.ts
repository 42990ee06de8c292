import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';
import { meet } from './streams.ts';

/** Each transaction has all its entries, in its one currency, and they sum to zero. */
export async function checkTransactions(audit: LedgerAudit, report: OpenReport): Promise<void> {
  const entries = {
    batches: audit.entriesByTransaction(),
    keyOf: ({ transactionId }: { transactionId: string }) => transactionId,
  };
  const transactions = { batches: audit.transactions(), keyOf: (doc: { _id: string }) => doc._id };
  await meet(entries, transactions, ({ key, left, right }) => {
    const [transaction] = right;
    const sum = left.reduce((total, { amountMinor }) => total + amountMinor, 0);
    report.expect('transaction', key, '0 in all', `${String(sum)} in all`);
    report.expect(
      'transaction',
      key,
      `${String(transaction?.entryCount ?? 'no')} entries`,
      `${String(left.length)} entries`,
    );
    const currencies = new Set(left.map(({ currency }) => currency));
    report.expect('transaction', key, transaction?.currency ?? '', [...currencies].join(', '));
    const causes = Object.keys(transaction?.cause ?? {}).length;
    report.expect('transaction', key, 'a cause', causes > 0 ? 'a cause' : 'no cause');
  });
}
