import fc from 'fast-check';
import { addVisitor, type ArmSums, liftOf, noVisitors, type Participant } from './lift.ts';

/** In whole units, as values of orders are: what is smaller than rounding has no slope that could be known. */
const value = fc.integer({ min: 0, max: 500 });
const participant: fc.Arbitrary<Participant> = fc.record({
  isHeldOut: fc.boolean(),
  outcome: value,
  before: value,
});
const sumsOf = (some: readonly Participant[]): ArmSums => some.reduce(addVisitor, noVisitors);
const arms = (all: readonly Participant[]) =>
  [
    sumsOf(all.filter(({ isHeldOut }) => !isHeldOut)),
    sumsOf(all.filter(({ isHeldOut }) => isHeldOut)),
  ] as const;
const many = fc.array(participant, { minLength: 300, maxLength: 400 });

describe('the lift of an affiliate', () => {
  it('is not known from a few visitors', () => {
    const visitor = { outcome: 1, before: 0 };
    const few = sumsOf(Array.from({ length: 49 }, () => ({ ...visitor, isHeldOut: true })));
    const enough = sumsOf(Array.from({ length: 900 }, () => ({ ...visitor, isHeldOut: false })));
    expect(liftOf(enough, few)).toBeNull();
  });

  it('is the difference of the means where nothing is known from before', () => {
    fc.assert(
      fc.property(many, (all) => {
        const [shown, heldOut] = arms(all.map((one) => ({ ...one, before: 0 })));
        const lift = liftOf(shown, heldOut);
        fc.pre(lift !== null);
        const difference = shown.outcome / shown.visitors - heldOut.outcome / heldOut.visitors;
        expect(lift.estimate).toBeCloseTo(difference, 8);
        expect(lift.explained).toBe(0);
      }),
    );
  });

  it('changes its sign with the arms, and not with what all visitors have in common', () => {
    fc.assert(
      fc.property(many, (all) => {
        const [shown, heldOut] = arms(all);
        const [one, other] = [liftOf(shown, heldOut), liftOf(heldOut, shown)];
        fc.pre(one !== null && other !== null);
        expect(one.estimate).toBeCloseTo(-other.estimate, 8);
        const shifted = liftOf(...arms(all.map((each) => ({ ...each, before: each.before + 10 }))));
        expect(shifted?.estimate).toBeCloseTo(one.estimate, 6);
        expect(shifted?.standardError).toBeCloseTo(one.standardError, 6);
      }),
    );
  });

  it('is surer where earlier orders explain the later ones, and never less sure', () => {
    const random = (seed: number) => (Math.sin(seed * 12.9898) + 1) / 2;
    const all = Array.from({ length: 2_000 }, (_, index): Participant => {
      const before = 100 * random(index);
      return { isHeldOut: index % 2 === 0, before, outcome: before + 10 * random(index + 0.5) };
    });
    const explained = liftOf(...arms(all));
    const plain = liftOf(...arms(all.map((one) => ({ ...one, before: 0 }))));
    expect(explained?.explained).toBeGreaterThan(0.9);
    expect(explained?.standardError).toBeLessThan((plain?.standardError ?? 0) / 3);
  });

  it('may be watched at any time by an interval that is wider than one that is read once', () => {
    fc.assert(
      fc.property(many, (all) => {
        const lift = liftOf(...arms(all));
        fc.pre(lift !== null && lift.standardError > 0);
        expect(lift.sequence[0]).toBeLessThan(lift.interval[0]);
        expect(lift.sequence[1]).toBeGreaterThan(lift.interval[1]);
      }),
    );
  });
});
