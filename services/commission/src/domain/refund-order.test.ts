import { anApprovedConversion } from '@tributary/testing';
import fc from 'fast-check';
import { MemoryBooks } from '../testing/memory-books.ts';
import type { Adjustment } from './earned-conversion.ts';

const CONVERSION = 'conversion';

const approvalOf = (affiliateIds: readonly string[], valueMinor: number, holdDays: number) =>
  anApprovedConversion({
    conversionId: CONVERSION,
    valueMinor,
    reviewedAt: '2026-05-01T12:00:00.000Z',
    terms: { type: 'percentage', value: '7.5', currency: 'USD', holdDays },
    shares: affiliateIds.map((affiliateId) => ({
      affiliateId,
      clickId: null,
      linkId: null,
      weight: 1,
      valueMinor: 0,
    })),
  });

/** Partial refunds of `percents` of what each leaves, and a whole one at the end where `isReversed`. */
function refundsOf(
  valueMinor: number,
  percents: readonly number[],
  isReversed: boolean,
): readonly Adjustment[] {
  let refundedMinor = 0;
  const partial = percents.map((percent, index): Adjustment => {
    refundedMinor += Math.ceil(((valueMinor - refundedMinor) * percent) / 100);
    return { id: `refund-${String(index)}`, reason: 'partial_refund', whole: false, refundedMinor };
  });
  const whole: Adjustment = {
    id: 'whole',
    reason: 'refund',
    whole: true,
    refundedMinor: valueMinor,
  };
  return isReversed ? [...partial, whole] : partial;
}

const commissionsOf = (books: MemoryBooks) =>
  books
    .commissionsOf(CONVERSION)
    .map(({ affiliateId, status, amountMinor }) => ({ affiliateId, status, amountMinor }));

describe('an approval and its refunds', () => {
  it('give the same commissions whichever arrives first', async () => {
    const anOrder = fc.record({
      value: fc.integer({ min: 1, max: 1_000_000 }),
      affiliateIds: fc.subarray(['anna', 'bela', 'cleo'], { minLength: 1 }),
      holdDays: fc.constantFrom(0, 1),
      percents: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
      isReversed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(anOrder, async ({ value, affiliateIds, holdDays, percents, isReversed }) => {
        const approval = approvalOf(affiliateIds, value, holdDays);
        const refunds = refundsOf(value, percents, isReversed);
        const approvedFirst = new MemoryBooks();
        approvedFirst.approve(approval);
        for (const refund of refunds) approvedFirst.adjust(CONVERSION, refund);
        const refundedFirst = new MemoryBooks();
        for (const refund of refunds) refundedFirst.adjust(CONVERSION, refund);
        refundedFirst.approve(approval);
        await refundedFirst.check();
        expect(commissionsOf(refundedFirst)).toEqual(commissionsOf(approvedFirst));
      }),
      { numRuns: 100 },
    );
  });

  it('count the refunds of an earlier report once, whichever arrives first', async () => {
    // The pixel's report was in thousandths, so that its refund of 3.000 has more minor units.
    const earlier = {
      id: 'r1',
      reason: 'partial_refund',
      whole: false,
      refundedMinor: 3_000,
    } as const;
    const later = { ...earlier, id: 'r2', refundedMinor: 1_300, revision: 1 };
    const approval = { ...approvalOf(['anna'], 10_000, 0), refundedMinor: 300, revision: 1 };
    const orders = [
      ['approval', 'earlier', 'later'],
      ['earlier', 'approval', 'later'],
      ['earlier', 'later', 'approval'],
    ];
    for (const order of orders) {
      const books = new MemoryBooks();
      for (const step of order) {
        if (step === 'approval') books.approve(approval);
        else books.adjust(CONVERSION, step === 'earlier' ? earlier : later);
      }
      await books.check();
      // 7.5 % of 87.00, half to even.
      expect(commissionsOf(books)).toMatchObject([{ affiliateId: 'anna', amountMinor: 652 }]);
    }
  });
});
