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

  it('lets one report of a group replace a conversion, and stores the report of its other order as new', () => {
    const byPixel = { ...of('b', 'o1', 't2'), source: 'pixel' as const };
    const first = of('b', 'o1', 't1');
    const second = of('b', 'o2', 't2');
    for (const [report, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { fresh, replaced, originals } = planCommit(
        [report, other],
        [byPixel],
        new Set([first, second]),
      );
      expect(fresh).toEqual([report, other]);
      expect([...replaced]).toEqual([[report, [byPixel.id]]]);
      expect(originals.size).toBe(0);
    }
  });

  it('frees both ids of each conversion that gives up its order', () => {
    const replacedOne = { ...of('b', 'o1', 't2'), source: 'pixel' as const };
    const displaced = { ...of('b', 'o3', 't1'), source: 'pixel' as const };
    const reports = [of('b', 'o1', 't1'), of('b', 'o2', 't2'), of('b', 'o3', 't3')];
    const plan = planCommit(reports, [replacedOne, displaced], new Set(reports));
    expect(plan.fresh).toEqual(reports);
    expect([...plan.replaced]).toEqual([[reports[0], [replacedOne.id, displaced.id]]]);
  });

  it('gives a repeat of a replacing report the id under which that report is stored', () => {
    const byPixel = { ...of('b', 'o1', 't1'), source: 'pixel' as const };
    const report = of('b', 'o1', 't1');
    const repeat = of('b', 'o1', 't1');
    const { originals } = planCommit([report, repeat], [byPixel], new Set([report, repeat]));
    expect(originals.get(repeat)?.id).toBe(byPixel.id);
  });
});

describe('an accepted claim', () => {
  const claimed = aStoredConversion({ brandId: 'b', orderId: 'o1', claimId: 'claim' });
  const assessedAt = new Date('2026-05-01T13:00:00Z');
  const nobodys = aStoredConversion({ brandId: 'b', orderId: 'o1', affiliateIds: [], assessedAt });

  it('takes an order that is credited to nobody', () => {
    const { replaced } = planCommit([claimed], [nobodys], new Set([claimed]));
    expect(replaced.get(claimed)).toEqual([nobodys.id]);
  });

  it.each([
    { affiliateIds: ['somebody'] },
    { affiliateIds: ['somebody'], source: 'pixel' as const },
    { status: 'approved' as const },
    { assessedAt: null },
  ])('takes no other: %j', (state) => {
    const known = { ...nobodys, ...state };
    const { originals, replaced } = planCommit([claimed], [known], new Set([claimed]));
    expect(originals.get(claimed)?.id).toBe(known.id);
    expect(replaced.size).toBe(0);
  });
});
