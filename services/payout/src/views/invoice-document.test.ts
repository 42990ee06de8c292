import { type InvoiceContent } from '../domain/invoice.ts';
import { aPayout } from '../testing/builders.ts';
import { creditNoteDocument, invoiceDocument } from './invoice-document.ts';

const affiliateId = '01975b3c-7c00-7000-8000-00009f3a21bc';
const line = { campaignName: 'Spring', orderId: 'O-1', earnedAt: new Date('2026-04-01') };
const party = { name: 'Ann', lines: [], email: null, taxId: null };
const content: InvoiceContent = {
  supplier: party,
  customer: { ...party, name: 'Tributary' },
  lines: [
    { ...line, commissionId: 'c1', amountMinor: 7_000 },
    { ...line, commissionId: 'c2', amountMinor: 4_000 },
  ],
  tax: { rate: '20', netMinor: 9_167, taxMinor: 1_833, note: 'The tax is within.' },
};
const payout = aPayout({
  affiliateId,
  amountMinor: 11_000,
  feeMinor: 53,
  referenceNumber: 'PO-20260501-ABCDEF',
  transactionId: 'tr_1',
  completedAt: new Date('2026-05-02T10:00:00Z'),
});
const of = { payoutId: payout.id, affiliateId };
const invoice = {
  ...of,
  number: 7,
  issuedAt: new Date('2026-05-02T10:00:00Z'),
  isComplete: true,
  content,
};
const note = { ...of, number: 2, issuedAt: new Date('2026-05-09T10:00:00Z') };
const sumsOf = ({ sums }: ReturnType<typeof invoiceDocument>) =>
  Object.fromEntries(sums.map(({ name, value }) => [name, value]));

it('an invoice shows the commissions, the tax within them and the paid amount, also after a reversal', () => {
  const document = invoiceDocument({ invoice, content, payout });
  expect(document).toMatchObject({
    title: 'Invoice',
    number: 'INV-9F3A21BC-000007',
    lineAmounts: ['70.00', '40.00'],
  });
  expect(sumsOf(document)).toEqual({
    'Net, 2 commissions': '91.67 USD',
    'Tax 20 %': '18.33 USD',
    Total: '110.00 USD',
    'Fee of the payment provider': '-0.53 USD',
    'Paid out': '109.47 USD',
  });
  const reversed = { ...payout, step: 'reversed', isReversed: true } as const;
  expect(invoiceDocument({ invoice, content, payout: reversed })).toEqual(document);
});

it('a credit note names the invoice and the reason, and negates the invoice', () => {
  const document = creditNoteDocument({ invoice, content, payout, note });
  expect(document).toMatchObject({
    title: 'Credit note',
    number: 'CN-9F3A21BC-000002',
    issuedAt: note.issuedAt,
    lineAmounts: ['-70.00', '-40.00'],
  });
  expect(document.facts).toEqual([
    ['Number', 'CN-9F3A21BC-000002'],
    ['Date', '2026-05-09'],
    ['Invoice', 'INV-9F3A21BC-000007'],
    ['Invoice date', '2026-05-02'],
    ['Payout', 'PO-20260501-ABCDEF'],
  ]);
  expect(sumsOf(document)).toEqual({
    'Net, 2 commissions': '-91.67 USD',
    'Tax 20 %': '-18.33 USD',
    'Total credited': '-110.00 USD',
  });
  expect(document.notes[0]).toContain('109.47 USD');
  expect(document.notes[0]).toContain('taken back by the provider');
  expect(document.notes[1]).toContain('cancels invoice INV-9F3A21BC-000007 in full: 110.00 USD');
});
