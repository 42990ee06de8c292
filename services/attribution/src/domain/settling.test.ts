import { dueAt } from './settling.ts';

const CREATED_AT = new Date('2026-05-01T12:00:00.000Z');
/** How long an order waits by its delivery time, both in ms. */
const waitOf = (tookMs: number): number => {
  const now = new Date(CREATED_AT.getTime() + tookMs);
  return dueAt(CREATED_AT, now, 400).getTime() - now.getTime();
};

describe('an order', () => {
  it('waits from its acknowledgement on, because earlier orders were delivered meanwhile', () => {
    expect([0, 50, 200].map(waitOf)).toEqual([400, 350, 200]);
  });

  it('waits at least half the time, for orders with a longer delivery', () => {
    expect([201, 300, 400].map(waitOf)).toEqual([200, 200, 200]);
  });

  it('waits in full when events are late or clocks differ', () => {
    expect([401, 86_400_000, -1, -86_400_000].map(waitOf)).toEqual([400, 400, 400, 400]);
  });

  it('does not wait without a settle time', () => {
    expect(dueAt(CREATED_AT, CREATED_AT, 0)).toEqual(CREATED_AT);
  });
});
