import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { type Adjustment, type Conversion } from './conversion.ts';
import { decideReplacement } from './replacement.ts';

const refund = (type: Adjustment['type'], amountMinor: number): Adjustment => ({
  adjustmentId: `${type}-${String(amountMinor)}`,
  type,
  amountMinor,
  refundId: null,
  metadataText: null,
  at: new Date('2026-05-01T13:00:00Z'),
});
const byPixel = (given: Partial<Conversion>): Conversion =>
  aStoredConversion({ source: 'pixel', valueMinor: 50_000, ...given });

describe('decideReplacement', () => {
  it('keeps the id, and takes value, click and credit from the report', () => {
    const known = byPixel({ affiliateIds: ['earlier'], status: 'rejected', fraudScore: 0.9 });
    const report = aStoredConversion({ valueMinor: 70_000, clickId: 'click', affiliateId: 'new' });
    const { replaced, event } = decideReplacement(known, report);
    expect(replaced).toEqual({ ...report, id: known.id, revision: 1 });
    expect(event).toMatchObject({
      type: 'conversion.replaced.v1',
      data: {
        conversionId: known.id,
        revision: 1,
        source: 'direct',
        status: 'pending',
        valueMinor: 70_000,
        earlierAffiliateIds: ['earlier'],
      },
    });
  });

  it('stays without identity where the pixel stated a refusal', () => {
    const consent = { decision: 'denied', by: ['consent'], malformed: [] } as const;
    const known = byPixel({ consent: { ...consent, by: ['consent'], malformed: [] } });
    const report = aStoredConversion({ customerId: 'c1', ip: '203.0.113.7', metadataText: '{}' });
    expect(decideReplacement(known, report).replaced).toMatchObject({
      consent,
      customerId: null,
      ip: null,
      metadataText: null,
    });
  });

  it.each([
    { refund: 'a partial refund', valueMinor: 70_000, currency: 'USD', carriedMinor: 10_000 },
    { refund: 'a refund above the new value', valueMinor: 40, currency: 'USD', carriedMinor: 40 },
    {
      refund: 'a refund into thousandths',
      valueMinor: 700_000,
      currency: 'KWD',
      carriedMinor: 100_000,
    },
    { refund: 'a refund into whole units', valueMinor: 700, currency: 'JPY', carriedMinor: 100 },
  ])('carries $refund', ({ valueMinor, currency, carriedMinor }) => {
    const adjustments = [refund('partial_refund', 10_000)];
    const known = byPixel({ adjustments, refundedMinor: 10_000 });
    const report = aStoredConversion({ valueMinor, currency });
    const { replaced } = decideReplacement(known, report);
    expect(replaced).toMatchObject({ status: 'pending', refundedMinor: carriedMinor });
    expect(replaced.adjustments).toMatchObject([{ amountMinor: carriedMinor }]);
  });

  it('refunds the whole new value where the order was refunded as a whole', () => {
    const adjustments = [refund('partial_refund', 10_000), refund('refund', 40_000)];
    const known = byPixel({ status: 'reversed', adjustments, refundedMinor: 50_000 });
    const { replaced } = decideReplacement(known, aStoredConversion({ valueMinor: 70_000 }));
    expect(replaced).toMatchObject({ status: 'reversed', refundedMinor: 70_000 });
    expect(replaced.adjustments.map(({ amountMinor }) => amountMinor)).toEqual([10_000, 60_000]);
  });

  it('carries a refund of a known amount at this amount, although it took all that the pixel reported', () => {
    const partly = refund('partial_refund', 1_000);
    const named = { ...refund('refund', 7_000), namedMinor: 7_500 };
    const known = byPixel({
      status: 'reversed',
      valueMinor: 8_000,
      refundedMinor: 8_000,
      adjustments: [partly, named],
    });
    const { replaced, event } = decideReplacement(known, aStoredConversion());
    expect(replaced).toMatchObject({ status: 'pending', refundedMinor: 8_500 });
    expect(replaced.adjustments).toEqual([
      partly,
      { ...refund('refund', 7_000), type: 'partial_refund', amountMinor: 7_500 },
    ]);
    expect(event.data).toMatchObject({ status: 'pending', refundedMinor: 8_500 });
  });

  it('reverses the order where a refund of a known amount takes the whole new value too', () => {
    const named = { ...refund('refund', 1), namedMinor: 10_000 };
    const known = byPixel({
      status: 'reversed',
      valueMinor: 1,
      refundedMinor: 1,
      adjustments: [named],
    });
    const { replaced } = decideReplacement(known, aStoredConversion());
    expect(replaced).toMatchObject({
      status: 'reversed',
      refundedMinor: 10_000,
      adjustments: [{ type: 'refund', amountMinor: 10_000 }],
    });
  });
});
