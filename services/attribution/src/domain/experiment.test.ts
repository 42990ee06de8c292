import { DAY_MS } from '@tributary/units';
import { createExperiment, priorOf, type VisitorOrder } from './experiment.ts';
import { chanceOf, fitRounds, type Prior, type SetCount } from './noisy-or.ts';

const start = Date.parse('2026-05-01T00:00:00.000Z');
const dayAt = (day: number): Date => new Date(start + day * DAY_MS);

/** 100 visitors of each arm; of those who were not held out every fourth one orders, of the others every tenth. */
function anExperiment() {
  const orders = new Map<string, VisitorOrder[]>();
  const experiment = createExperiment((visitorId) => orders.get(visitorId) ?? []);
  for (let index = 0; index < 400; index += 1) {
    const visitorId = `visitor ${String(index)}`;
    const isHeldOut = index % 2 === 0;
    const every = isHeldOut ? 20 : 8;
    if (index % every < 2) orders.set(visitorId, [{ at: dayAt(3), valueMinor: 1_000 }]);
    experiment.addVisitor([
      { visitorId, affiliateId: 'later', occurredAt: dayAt(2), isHeldOut },
      { visitorId, affiliateId: 'first', occurredAt: dayAt(1), isHeldOut },
    ]);
  }
  return { experiment, orders };
}

describe('an experiment', () => {
  it('counts each visitor for the affiliate of its first click, by arm', () => {
    const [lift, ...others] = anExperiment().experiment.list();
    expect(others).toEqual([]);
    expect(lift).toMatchObject({
      affiliateId: 'first',
      orders: { visitors: { shown: 200, heldOut: 200 } },
    });
    expect(lift?.orders.estimate).toBeCloseTo(0.25 - 0.1, 10);
    expect(lift?.valueMinor.estimate).toBeCloseTo(150, 6);
  });

  it('leaves out who was in both arms, and orders that came too long after the click', () => {
    const { experiment, orders } = anExperiment();
    const before = experiment.list();
    orders.set('both', [{ at: dayAt(3), valueMinor: 9_999 }]);
    experiment.addVisitor([
      { visitorId: 'both', affiliateId: 'first', occurredAt: dayAt(1), isHeldOut: false },
      { visitorId: 'both', affiliateId: 'first', occurredAt: dayAt(2), isHeldOut: true },
    ]);
    expect(experiment.list()).toEqual(before);
    orders.set('late', [{ at: dayAt(40), valueMinor: 9_999 }]);
    experiment.addVisitor([
      { visitorId: 'late', affiliateId: 'first', occurredAt: dayAt(1), isHeldOut: false },
    ]);
    const [lift] = experiment.list();
    expect(lift?.orders.visitors.shown).toBe(201);
    expect(lift?.orders.estimate).toBeLessThan(before[0]?.orders.estimate ?? 0);
  });
});

describe('the prior of a holdout', () => {
  /** Journeys with the poacher convert, because it comes before orders that are under way. */
  const sets: SetCount[] = [
    { affiliateIds: ['poacher'], journeys: 100, conversions: 60 },
    { affiliateIds: ['maker'], journeys: 1_000, conversions: 100 },
  ];
  const fit = (priors?: ReadonlyMap<string, Prior>) => {
    const rounds = fitRounds(sets, priors);
    for (;;) {
      const round = rounds.next();
      if (round.done === true) return round.value;
    }
  };

  it('takes the credit from an affiliate whose clicks bring nothing, and changes nothing without a holdout', () => {
    expect(fit(new Map())).toEqual(fit());
    const plain = fit();
    const known = fit(new Map([['poacher', { strength: 0, journeys: 2_000 }]]));
    expect(plain.strengths.get('poacher')).toBeGreaterThan(0.4);
    expect(known.strengths.get('poacher')).toBeLessThan(0.05);
    expect(chanceOf(known, ['maker'])).toBeGreaterThan(0.05);
  });

  it('counts as many journeys as make it as sure as the experiment was', () => {
    const [lift] = anExperiment().experiment.list();
    if (lift === undefined) throw new Error('There is a lift');
    const { strength, journeys } = priorOf(lift);
    expect(strength).toBeCloseTo(lift.orders.estimate, 10);
    const share = lift.orders.shownMean;
    const error = Math.sqrt((share * (1 - share)) / journeys);
    expect(error).toBeCloseTo(lift.orders.standardError, 10);
  });
});
