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
});
