import { clickRow, conversionSnapshot } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { attackNames, inventTraffic } from './index.ts';
import { openRandom } from './random.ts';

const start = new Date('2026-05-01T00:00:00.000Z');
const size = { honest: 1, attackers: 1, honestOrders: 8, attackOrders: 6 };
const invent = (seed: number, form: 'plain' | 'evasive' = 'plain') =>
  inventTraffic({ seed, form, start, hashEmail: (text) => `hash of ${text}`, size });

describe('invented traffic', () => {
  it('is the same for the same seed, and another for another seed or form', () => {
    expect(invent(1)).toEqual(invent(1));
    const idsOf = ({ world }: ReturnType<typeof invent>) =>
      world.conversions.map(({ conversionId }) => conversionId);
    expect(idsOf(invent(2))).not.toEqual(idsOf(invent(1)));
    expect(idsOf(invent(1, 'evasive'))).not.toEqual(idsOf(invent(1)));
  });

  it('is what the platform records, within its month', () => {
    const { world } = invent(3);
    for (const click of world.clicks) clickRow.parse(click);
    const end = new Date(start.getTime() + world.days * DAY_MS);
    for (const conversion of world.conversions) {
      const { convertedAt } = conversionSnapshot.parse(conversion);
      const at = new Date(convertedAt);
      expect(at >= start && at < end).toBe(true);
    }
    const clickIds = new Set(world.clicks.map(({ clickId }) => clickId));
    for (const { clickId } of world.conversions) expect(clickIds).toContain(clickId);
  });

  it('contains each kind of attack, and names none in the events', () => {
    const { world, truth } = invent(4);
    expect(new Set(truth.attacks.values())).toEqual(new Set(attackNames));
    expect(truth.attacks.size).toBeLessThan(world.conversions.length);
    const events = JSON.stringify(world);
    for (const name of attackNames) expect(events).not.toContain(name);
  });
});

describe('seeded randomness', () => {
  it('draws evenly enough', () => {
    const { next, about } = openRandom(7);
    const draws = Array.from({ length: 20_000 }, next);
    expect(draws.reduce((sum, draw) => sum + draw, 0) / 20_000).toBeCloseTo(0.5, 1);
    const times = Array.from({ length: 20_001 }, () => about(170, 0.7)).sort((a, b) => a - b);
    expect(times[10_000]! / 170).toBeCloseTo(1, 1);
  });
});
