import { stringify } from 'csv-stringify/sync';
import { invalid } from '@tributary/errors';
import { formatAmount } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { creditNoteNumberText, invoiceNumberText } from '../../domain/invoice.ts';
import { type Payout } from '../../domain/payout.ts';
import { type PayoutSpan } from '../../store/payout-documents.ts';
import { payoutDetailView } from '../../views/payout-view.ts';

const MAX_ROWS = 50_000;

const COLUMNS = [
  'id',
  'reference_number',
  'affiliate_id',
  'status',
  'provider',
  'payment_method',
  'destination',
  'amount',
  'fee_amount',
  'net_amount',
  'currency',
  'commission_count',
  'period_start',
  'period_end',
  'requested_at',
  'completed_at',
  'transaction_id',
  'failure_reason',
  'invoice_number',
  'credit_note_number',
] as const;

const rowOf = (payout: Payout): (string | number | null)[] => {
  const view = payoutDetailView(payout);
  const { affiliateId, currency, amountMinor, feeMinor, invoiceNumber, creditNoteNumber } = payout;
  const numberText = (text: typeof invoiceNumberText, number: number | null): string | null =>
    number === null ? null : text({ affiliateId, number });
  return [
    view.id,
    view.reference_number,
    affiliateId,
    view.status,
    view.provider,
    view.payment_method,
    view.payment_details.destination,
    formatAmount(amountMinor, currency),
    formatAmount(feeMinor, currency),
    formatAmount(amountMinor - feeMinor, currency),
    currency,
    view.commission_count,
    view.period_start,
    view.period_end,
    view.requested_at,
    view.completed_at,
    view.transaction_id,
    view.failure_reason,
    numberText(invoiceNumberText, invoiceNumber),
    numberText(creditNoteNumberText, creditNoteNumber),
  ];
};

/** The payouts of a time span as CSV, one row each. @throws invalid `report_too_large` */
export const exportPayouts =
  (deps: Pick<Deps, 'payouts'>) =>
  async (span: PayoutSpan): Promise<string> => {
    // Row by row, so that the documents with their commissions are not in memory together.
    const lines = [stringify([[...COLUMNS]])];
    for await (const payout of deps.payouts.stream(span)) {
      if (lines.length > MAX_ROWS) {
        throw invalid('report_too_large', { message: 'Request a shorter span' });
      }
      // A cell that begins like a formula must not become one in a spreadsheet.
      lines.push(stringify([rowOf(payout)], { escape_formulas: true }));
    }
    return lines.join('');
  };
