import fc from 'fast-check';
import { anApprovedConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { MemoryBooks } from '../testing/memory-books.ts';
import { splitByDays } from './calendar.ts';
import {
  addUpParts,
  commissionParts,
  partsBetween,
  sumFields,
  worthLeftMinor,
} from './affiliate-sums.ts';

const aCommission = () => {
  const books = new MemoryBooks('affiliate');
  const approval = anApprovedConversion();
  books.approve(approval);
  const [commission] = books.commissionsOf(approval.conversionId);
  if (commission === undefined) throw new Error('No commission');
  return commission;
};
const statuses = ['pending', 'approved', 'paid', 'cancelled', 'rejected'] as const;
const sample = aCommission();

/** Records of few campaigns and days, so that many add to the same sum. */
const records = fc.array(
  fc.record({
    status: fc.constantFrom(...statuses),
    campaignId: fc.constantFrom('c1', 'c2'),
    currency: fc.constantFrom('USD', 'JPY'),
    amountMinor: fc.nat(1_000),
    paidMinor: fc.nat(100),
    convertedAt: fc.constantFrom(new Date('2026-05-01T23:59:59.999Z'), new Date('2026-05-02')),
  }),
  { maxLength: 20 },
);
const partsOf = (given: readonly Partial<typeof sample>[]) =>
  given.flatMap((one) => commissionParts({ ...sample, ...one }));
const withoutZeros = (parts: ReturnType<typeof partsOf>) =>
  [...addUpParts(parts)]
    .filter(([, { amounts }]) => sumFields.some((field) => amounts[field] !== 0))
    .toSorted();

describe('the stored sums', () => {
  it('equal the sums of the current records after changes by the difference', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const moved = [...partsOf(before), ...partsBetween(partsOf(before), partsOf(after))];
        expect(withoutZeros(moved)).toEqual(withoutZeros(partsOf(after)));
      }),
    );
  });

  it('are separate for each kind, day, currency and campaign', () => {
    const ids = [...addUpParts(partsOf([{ campaignId: 'c1', affiliateId: 'a' }])).keys()];
    const converted = sample.convertedAt.toISOString().slice(0, 10);
    const created = sample.createdAt.toISOString().slice(0, 10);
    expect(ids).toEqual([
      `a/earned/${converted}/USD/c1`,
      `a/created/${created}/USD/c1`,
      'a/unpaid//USD/c1',
    ]);
  });

  it('count the sale less refunds, rounded half-even to the minor unit', () => {
    const worth = (worthMinor: number | null, entitledMinor: number) =>
      worthLeftMinor({ worthMinor, earnedMinor: 1_000, entitledMinor });
    expect([
      worth(10_001, 1_000),
      worth(10_001, 500),
      worth(10_003, 500),
      worth(null, 500),
    ]).toEqual([10_001, 5_000, 5_002, 0]);
    expect(worthLeftMinor({ worthMinor: 10_001, earnedMinor: 0, entitledMinor: 0 })).toBe(10_001);
  });
});

describe('a span', () => {
  const time = fc.date({
    min: new Date('2026-02-27'),
    max: new Date('2026-03-04'),
    noInvalidDate: true,
  });
  const ends = fc.tuple(fc.option(time), fc.option(time));

  it('splits into whole days and the parts at its ends, without gap or overlap', () => {
    fc.assert(
      fc.property(ends, time, ([one, other], at) => {
        const from = one ?? undefined;
        const to = other ?? undefined;
        fc.pre(from === undefined || to === undefined || from < to);
        const has = (span: { from?: Date | undefined; to?: Date | undefined }) =>
          (span.from === undefined || span.from <= at) && (span.to === undefined || at < span.to);
        const { whole, parts } = splitByDays({ from, to });
        const times = [whole, ...parts].filter(has).length;
        expect(times).toBe(has({ from, to }) ? 1 : 0);
        const bounds = [whole.from, whole.to].map((bound) => (bound?.getTime() ?? 0) % DAY_MS);
        expect(bounds).toEqual([0, 0]);
      }),
    );
  });
});
