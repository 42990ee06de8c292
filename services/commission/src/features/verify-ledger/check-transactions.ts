import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';
import { joinByKey } from './streams.ts';

/** Checks that each transaction has all its entries, in its currency, and that they sum to zero. */
export async function checkTransactions(audit: LedgerAudit, report: OpenReport): Promise<void> {
  const entries = {
    batches: audit.entriesByTransaction(),
    keyOf: ({ transactionId }: { transactionId: string }) => transactionId,
  };
  const transactions = { batches: audit.transactions(), keyOf: (doc: { _id: string }) => doc._id };
  await joinByKey(entries, transactions, ({ key, left, right }) => {
    const [transaction] = right;
    checkEntries(key, transaction, left, report);
    const causes = Object.keys(transaction?.cause ?? {}).length;
    report.expect('transaction', key, 'a cause', causes > 0 ? 'a cause' : 'no cause');
  });
}

type Entry = Readonly<{ amountMinor: number; currency: string }>;

/** Texts are built only for differences, because there are millions of transactions. */
function checkEntries(
  key: string,
  transaction: Readonly<{ entryCount: number; currency: string }> | undefined,
  entries: readonly Entry[],
  report: OpenReport,
): void {
  const sum = entries.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== 0) report.expect('transaction', key, '0 in all', `${String(sum)} in all`);
  if (transaction?.entryCount !== entries.length) {
    const expected = `${String(transaction?.entryCount ?? 'no')} entries`;
    report.expect('transaction', key, expected, `${String(entries.length)} entries`);
  }
  const currency = transaction?.currency ?? '';
  if (entries.length > 0 && entries.every((entry) => entry.currency === currency)) return;
  const found = new Set(entries.map((entry) => entry.currency));
  report.expect('transaction', key, currency, [...found].join(', '));
}
