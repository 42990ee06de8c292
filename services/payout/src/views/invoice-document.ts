import { formatAmount } from '@tributary/money';
import {
  type CreditNote,
  creditNoteNumberText,
  type Invoice,
  type InvoiceContent,
  invoiceNumberText,
} from '../domain/invoice.ts';
import { type Payout } from '../domain/payout.ts';

/** The text of an invoice or a credit note, in the order of the document. */
export interface InvoiceDocument {
  readonly title: string;
  readonly number: string;
  readonly issuedAt: Date;
  /** The payout's reference number. */
  readonly reference: string;
  /** Names and values in the document's head. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly content: InvoiceContent;
  /** The amount of each line. */
  readonly lineAmounts: readonly string[];
  readonly sums: readonly {
    readonly name: string;
    readonly value: string;
    readonly isBold: boolean;
  }[];
  readonly notes: readonly string[];
}

interface DocumentFacts {
  readonly invoice: Invoice;
  readonly content: InvoiceContent;
  readonly payout: Payout;
}

export const dayText = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

const commissionsText = ({ lines }: InvoiceContent): string =>
  `${String(lines.length)} ${lines.length === 1 ? 'commission' : 'commissions'}`;

const periodOf = ({ scheduled }: Payout): [string, string][] =>
  scheduled === null ? [] : [['Period', `${scheduled.periodStart} to ${scheduled.periodEnd}`]];

/** The text of an invoice: the commissions, the tax within them, and the amount that was paid out. */
export function invoiceDocument({ invoice, content, payout }: DocumentFacts): InvoiceDocument {
  const { currency, amountMinor, feeMinor } = payout;
  const amount = (minor: number): string => `${formatAmount(minor, currency)} ${currency}`;
  const { tax, lines } = content;
  const number = invoiceNumberText(invoice);
  const paid = `Paid on ${dayText(payout.completedAt)} through ${payout.provider}, transaction ${payout.transactionId ?? 'unknown'}.`;
  return {
    title: 'Invoice',
    number,
    issuedAt: invoice.issuedAt,
    reference: payout.referenceNumber,
    facts: [
      ['Number', number],
      ['Date', dayText(invoice.issuedAt)],
      ['Payout', payout.referenceNumber],
      ...periodOf(payout),
    ],
    content,
    lineAmounts: lines.map((line) => formatAmount(line.amountMinor, currency)),
    sums: [
      {
        name: `Net, ${commissionsText(content)}`,
        value: amount(tax.netMinor),
        isBold: false,
      },
      { name: `Tax ${tax.rate} %`, value: amount(tax.taxMinor), isBold: false },
      { name: 'Total', value: amount(amountMinor), isBold: true },
      { name: 'Fee of the payment provider', value: amount(-feeMinor), isBold: false },
      { name: 'Paid out', value: amount(amountMinor - feeMinor), isBold: true },
    ],
    notes: [paid, tax.note],
  };
}

/**
 * The text of a credit note: the invoice that it cancels, the reason, and the invoice's lines, net and tax as negative
 * amounts, so that both documents sum to zero.
 */
export function creditNoteDocument({
  note,
  ...facts
}: DocumentFacts & { readonly note: CreditNote }): InvoiceDocument {
  const { invoice, content, payout } = facts;
  const { currency, amountMinor, feeMinor } = payout;
  const amount = (minor: number): string => `${formatAmount(minor, currency)} ${currency}`;
  const { tax, lines } = content;
  const number = creditNoteNumberText(note);
  const reason = `The payment of ${amount(amountMinor - feeMinor)} of ${dayText(payout.completedAt)} through ${payout.provider}, transaction ${payout.transactionId ?? 'unknown'}, was taken back by the provider.`;
  const effect = `This note cancels invoice ${invoiceNumberText(invoice)} in full: ${amount(amountMinor)}, the fee included, is owed to the supplier again.`;
  return {
    title: 'Credit note',
    number,
    issuedAt: note.issuedAt,
    reference: payout.referenceNumber,
    facts: [
      ['Number', number],
      ['Date', dayText(note.issuedAt)],
      ['Invoice', invoiceNumberText(invoice)],
      ['Invoice date', dayText(invoice.issuedAt)],
      ['Payout', payout.referenceNumber],
      ...periodOf(payout),
    ],
    content,
    lineAmounts: lines.map((line) => formatAmount(-line.amountMinor, currency)),
    sums: [
      {
        name: `Net, ${commissionsText(content)}`,
        value: amount(-tax.netMinor),
        isBold: false,
      },
      { name: `Tax ${tax.rate} %`, value: amount(-tax.taxMinor), isBold: false },
      { name: 'Total credited', value: amount(-amountMinor), isBold: true },
    ],
    notes: [reason, effect, tax.note],
  };
}
