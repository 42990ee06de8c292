import fc from 'fast-check';
import { type ClickRow } from '@tributary/contracts';
import {
  changeOf,
  clickRollups,
  conversionRollups,
  noTraits,
  type Rollup,
  type Traits,
} from './rollup.ts';
import { dayOf, dayParts, type Period, splitPeriod } from './period.ts';

const brandId = 'brand';
const campaignId = 'campaign';
const affiliateId = 'affiliate';

const aTrait = fc.record({
  utm: fc.constant(noTraits.utm),
  country: fc.constantFrom('DE', 'US', null),
  device: fc.constantFrom<Traits['device']>('desktop', 'mobile'),
  browser: fc.constantFrom('Chrome', null),
});

const someClicks = fc.array(
  fc.record({
    linkId: fc.constantFrom('one', 'two'),
    minute: fc.integer({ min: 0, max: 3000 }),
    validity: fc.constantFrom<ClickRow['validity']>('valid', 'bot', 'duplicate', 'filtered'),
    traits: aTrait,
  }),
  { maxLength: 40 },
);

const aState = fc.record({
  status: fc.constantFrom('pending', 'approved', 'rejected', 'reversed'),
  valueMinor: fc.integer({ min: 0, max: 100_000 }),
  traits: aTrait,
});

const owner = { brandId, campaignId, affiliateId, linkId: 'one' };

const conversionIn = ({
  status,
  valueMinor,
  traits,
}: {
  status: string;
  valueMinor: number;
  traits: Traits;
}) =>
  conversionRollups({
    ...owner,
    ...traits,
    status,
    valueMinor,
    refundedMinor: 0,
    currency: 'USD',
    convertedAt: new Date('2026-05-01T12:34:56Z'),
  });

/** What a store holds after these changes, one after the other. */
function held(changes: readonly Rollup[][]): Map<string, Record<string, number>> {
  const sums = new Map<string, Record<string, number>>();
  for (const { id, figures } of changes.flat()) {
    const sum = sums.get(id) ?? {};
    for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
    sums.set(id, sum);
  }
  return sums;
}

const nonZero = (sums: Map<string, Record<string, number>>) =>
  [...sums]
    .map(
      ([id, sum]) =>
        [
          id,
          Object.entries(sum)
            .filter(([, value]) => value !== 0)
            .sort(),
        ] as const,
    )
    .filter(([, sum]) => sum.length > 0)
    .sort();

describe('rollups', () => {
  it('count every click once in each dimension, whatever their order, so that gross is what was recorded', () => {
    fc.assert(
      fc.property(someClicks, (given) => {
        const parts = given.flatMap(({ traits, minute, ...click }) =>
          clickRollups({
            ...owner,
            ...traits,
            ...click,
            occurredAt: new Date(Date.UTC(2026, 4, 1, 0, minute)),
          }),
        );
        const rolled = changeOf([], parts);
        for (const dimension of ['hour', 'day', 'utm', 'country', 'device']) {
          const own = rolled.filter((rollup) => rollup.dimension === dimension);
          const gross = own.reduce(
            (sum, { figures }) =>
              sum + (figures.unique ?? 0) + (figures.duplicate ?? 0) + (figures.invalid ?? 0),
            0,
          );
          expect(gross).toBe(given.length);
        }
        expect(nonZero(held([changeOf([], parts.toReversed())]))).toEqual(nonZero(held([rolled])));
      }),
    );
  });

  it('hold what the newest state of a conversion counts, however it got there', () => {
    fc.assert(
      fc.property(fc.array(aState, { minLength: 1, maxLength: 6 }), (states) => {
        const changes = states.map((state, i) => {
          const before = states[i - 1];
          return changeOf(before === undefined ? [] : conversionIn(before), conversionIn(state));
        });
        const last = states.at(-1);
        const straight = last === undefined ? [] : changeOf([], conversionIn(last));
        expect(nonZero(held(changes))).toEqual(nonZero(held([straight])));
      }),
    );
  });
});

describe('splitPeriod', () => {
  const aMoment = fc
    .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 6) })
    .map((ms) => new Date(ms));
  const within = (at: Date, { start, end }: Period) => at >= start && at < end;

  it('counts every moment once by days, and at most half of a day fact by fact', () => {
    fc.assert(
      fc.property(aMoment, aMoment, aMoment, (one, other, at) => {
        const [start, end] = one < other ? [one, other] : [other, one];
        const { days, added, taken } = dayParts({ start, end });
        const times = (parts: readonly Period[]) => parts.filter((part) => within(at, part)).length;
        const counted = times(days) + times(added) - times(taken);
        expect(counted).toBe(within(at, { start, end }) ? 1 : 0);
        const byDay = Map.groupBy([...added, ...taken], (part) => dayOf(part.start).getTime());
        for (const parts of byDay.values()) {
          const ms = parts.reduce((sum, part) => sum + +part.end - +part.start, 0);
          expect(ms).toBeLessThanOrEqual(43_200_000);
        }
      }),
    );
  });

  const unit = fc.constantFrom(['day', 86_400_000] as const, ['hour', 3_600_000] as const);

  it('covers every moment of a period exactly once, by days or hours that are whole', () => {
    fc.assert(
      fc.property(aMoment, aMoment, aMoment, unit, (one, other, at, [by, unitMs]) => {
        const [start, end] = one < other ? [one, other] : [other, one];
        const { whole, edges } = splitPeriod({ start, end }, by);
        const parts = [...(whole === undefined ? [] : [whole]), ...edges];
        const times = parts.filter((part) => within(at, part)).length;
        expect(times).toBe(within(at, { start, end }) ? 1 : 0);
        if (whole !== undefined) {
          expect([whole.start.getTime() % unitMs, whole.end.getTime() % unitMs]).toEqual([0, 0]);
        }
      }),
    );
  });
});
