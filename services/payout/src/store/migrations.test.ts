import { type AccountDocument, type PayoutDocument } from './collections.ts';
import { accountFields, payoutFields } from './migrations.ts';

describe('the migrations of payouts and their accounts', () => {
  it('give an account of an earlier release the fields that it lacks, and keep those that it has', () => {
    const barred = { _id: 'a', isBarred: true } as unknown as AccountDocument;
    expect(accountFields.rewrite(barred)).toEqual({ redirectedAt: null, removedAt: null });
  });

  it('give a payout of an earlier release the fields that it lacks, and keep those that it has', () => {
    const invoiced = { _id: 'p', invoiceNumber: 'A-1', itemId: null } as unknown as PayoutDocument;
    expect(payoutFields.rewrite(invoiced)).toEqual({
      scheduled: null,
      groupKey: null,
      creditNoteNumber: null,
    });
  });
});
