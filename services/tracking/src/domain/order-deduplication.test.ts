import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { type Conversion } from './conversion.ts';
import { planCommit } from './order-deduplication.ts';

describe('planCommit', () => {
  const of = (brandId: string, orderId: string, transactionId: string | null) =>
    aStoredConversion({ brandId, orderId, transactionId });

  it('accepts the first of a group, by order id or by transaction id', () => {
    const first = of('b', 'o1', 't1');
    const sameOrder = of('b', 'o1', null);
    const sameTransaction = of('b', 'o2', 't1');
    const otherBrand = of('c', 'o1', 't1');
    const { fresh, originals } = planCommit([first, sameOrder, sameTransaction, otherBrand], []);
    expect(fresh).toEqual([first, otherBrand]);
    expect(originals.get(sameOrder)?.id).toBe(first.id);
    expect(originals.get(sameTransaction)?.id).toBe(first.id);
  });

  it('finds a stored order, also under another transaction id', () => {
    const stored = of('b', 'o1', 't1');
    const { fresh, originals } = planCommit([of('b', 'o1', 't9')], [stored]);
    expect(fresh).toEqual([]);
    expect([...originals.values()]).toEqual([stored]);
  });

  it('distinguishes an order id from an equal transaction id', () => {
    const { fresh } = planCommit([of('b', 'x', null), of('b', 'y', 'x')], []);
    expect(fresh).toHaveLength(2);
  });

  it('lets a proven report replace what the pixel reported, unless the brand has approved it', () => {
    const byPixel = aStoredConversion({ brandId: 'b', orderId: 'o1', source: 'pixel' });
    const report = of('b', 'o1', 't1');
    const proven = new Set([report]);
    const review = { notes: null, reviewedBy: 'b', reviewedAt: new Date('2026-05-02T12:00:00Z') };
    const replaceable: Partial<Conversion>[] = [
      {},
      { refundedMinor: 100 },
      { status: 'rejected', review: { ...review, decision: 'rejected' } },
      { status: 'reversed' },
    ];
    for (const state of replaceable) {
      const { replaced } = planCommit([report], [{ ...byPixel, ...state }], proven);
      expect(replaced.get(report)).toEqual([byPixel.id]);
    }
    const approval = { ...review, decision: 'approved' } as const;
    for (const status of ['approved', 'reversed'] as const) {
      const approved = { ...byPixel, status, review: approval };
      const { originals, replaced } = planCommit([report], [approved], proven);
      expect(originals.get(report)?.id).toBe(byPixel.id);
      expect(replaced.size).toBe(0);
    }
    expect(planCommit([report], [byPixel]).fresh).toEqual([]);
  });

  it('counts a proven report instead of a pixel that arrives with it', () => {
    const byPixel = aStoredConversion({ brandId: 'b', orderId: 'o1', source: 'pixel' });
    const report = of('b', 'o1', 't1');
    const { fresh, originals } = planCommit([byPixel, report], [], new Set([report]));
    expect(fresh).toEqual([report]);
    expect(originals.get(byPixel)?.id).toBe(report.id);
  });
});
