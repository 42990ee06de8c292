import { DAY_MS } from '@tributary/units';
import { DAYS, planBurst, planVisits } from './plan.ts';

const now = new Date('2026-06-01T12:00:00Z');
const planOf = (seed: number) =>
  planVisits({ seed, now, perDay: 10, orderValue: { medianMinor: 5_000, spread: 0.5 } });

describe('the visits of ninety days', () => {
  it('are the same for a seed, and others for another', () => {
    expect(planOf(1)).toEqual(planOf(1));
    expect(planOf(1)).not.toEqual(planOf(2));
  });

  it('lie in the period, each order after its click and none in the future', () => {
    const visits = planOf(3);
    expect(visits.length).toBeGreaterThan(DAYS * 5);
    for (const { at, order } of visits) {
      expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime() - DAYS * DAY_MS);
      expect(at.getTime()).toBeLessThan(now.getTime());
      if (order === undefined) continue;
      expect(order.at.getTime()).toBeGreaterThan(at.getTime());
      expect(order.at.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(order.valueMinor).toBeGreaterThanOrEqual(100);
    }
  });

  it('grow, and bring some orders', () => {
    const visits = planOf(4);
    const middle = now.getTime() - (DAYS / 2) * DAY_MS;
    const late = visits.filter(({ at }) => at.getTime() > middle);
    expect(late.length).toBeGreaterThan(visits.length / 2);
    const orders = visits.filter(({ order }) => order !== undefined);
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.length).toBeLessThan(visits.length / 10);
  });
});

it('orders of a burst come from one visitor within seconds of their clicks', () => {
  const burst = planBurst(1, now);
  expect(new Set(burst.map(({ visitor }) => visitor)).size).toBe(1);
  for (const { at, order } of burst) expect(order!.at.getTime() - at.getTime()).toBe(2_000);
});
