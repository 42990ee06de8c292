import { aStoredConversion } from '../testing/a-stored-conversion.ts';
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

  it('lets a proven report take the order from the pixel, unless the shop refunded some of it', () => {
    const byPixel = aStoredConversion({ brandId: 'b', orderId: 'o1', source: 'pixel' });
    const report = of('b', 'o1', 't1');
    const proven = new Set([report]);
    expect(planCommit([report], [byPixel], proven).displaced.get(report)).toEqual([byPixel.id]);
    const refunded = { ...byPixel, refundedMinor: 100 };
    expect(planCommit([report], [refunded], proven).originals.get(report)?.id).toBe(byPixel.id);
    expect(planCommit([report], [byPixel]).fresh).toEqual([]);
  });
});
