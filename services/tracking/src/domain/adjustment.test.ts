import fc from 'fast-check';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { type AdjustmentRequest, decideAdjustment } from './adjustment.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const made = { id: '0199aaaa-0000-7000-8000-000000000001', now: NOW };

describe('decideAdjustment', () => {
  const request = (given: Partial<AdjustmentRequest>): AdjustmentRequest => ({
    type: 'refund',
    amountMinor: null,
    refundId: null,
    metadataText: null,
    ...given,
  });

  it('takes only the rest after earlier refunds', () => {
    const partly = decideAdjustment(
      aStoredConversion({ status: 'approved' }),
      request({ type: 'partial_refund', amountMinor: 3_000 }),
      made,
    ).adjusted;
    const { adjusted, event } = decideAdjustment(partly, request({ type: 'chargeback' }), made);
    expect(adjusted).toMatchObject({ status: 'reversed', refundedMinor: 10_000 });
    expect(event?.data).toMatchObject({ adjustmentMinor: 7_000, adjustmentType: 'chargeback' });
  });

  it('answers a repeated refund_id with the first adjustment, whatever else the call contains', () => {
    const first = decideAdjustment(
      aStoredConversion(),
      request({ type: 'partial_refund', amountMinor: 100, refundId: 'r' }),
      made,
    );
    const again = decideAdjustment(first.adjusted, request({ refundId: 'r' }), made);
    expect(again).toEqual({ adjusted: first.adjusted, adjustment: first.adjustment });
  });

  it('recognises a repeated partial refund without refund_id by its amount', () => {
    const partial = request({ type: 'partial_refund', amountMinor: 100 });
    const first = decideAdjustment(aStoredConversion(), partial, made);
    const again = decideAdjustment(first.adjusted, partial, made);
    expect(again).toEqual({ adjusted: first.adjusted, adjustment: first.adjustment });
    for (const another of [{ amountMinor: 200 }, { refundId: 'r' }]) {
      const { adjusted } = decideAdjustment(first.adjusted, { ...partial, ...another }, made);
      expect(adjusted.adjustments).toHaveLength(2);
    }
  });

  it('takes the amount of a shop’s refund, or the rest where the amount is at least the rest', () => {
    const shop = (amountMinor: number, refundId: string) =>
      request({ type: 'shop_refund', amountMinor, refundId });
    const partly = decideAdjustment(aStoredConversion(), shop(3_000, 'r1'), made);
    expect(partly.adjusted).toMatchObject({ status: 'pending', refundedMinor: 3_000 });
    expect(partly.adjustment).toMatchObject({ type: 'partial_refund', amountMinor: 3_000 });
    const wholly = decideAdjustment(partly.adjusted, shop(8_000, 'r2'), made);
    expect(wholly.adjusted).toMatchObject({ status: 'reversed', refundedMinor: 10_000 });
    expect(wholly.adjustment).toMatchObject({
      type: 'refund',
      amountMinor: 7_000,
      namedMinor: 8_000,
    });
    const late = decideAdjustment(wholly.adjusted, shop(100, 'r3'), made);
    expect(late).toEqual({ adjusted: wholly.adjusted, adjustment: wholly.adjustment });
  });

  it('never refunds more than the order, and reaches zero exactly', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 6_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, (wanted) => {
        let conversion = aStoredConversion();
        for (const [index, amountMinor] of wanted.entries()) {
          const left = conversion.valueMinor - conversion.refundedMinor;
          const call = request({ type: 'partial_refund', amountMinor, refundId: String(index) });
          if (amountMinor > left) {
            expect(() => decideAdjustment(conversion, call, made)).toThrow('more than');
          } else {
            conversion = decideAdjustment(conversion, call, made).adjusted;
          }
        }
        const sum = conversion.adjustments.reduce((total, it) => total + it.amountMinor, 0);
        expect(conversion.refundedMinor).toBe(sum);
        expect(sum).toBeLessThanOrEqual(conversion.valueMinor);
        expect(conversion.status).toBe('pending');
      }),
    );
  });
});
