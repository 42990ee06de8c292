import { dueAt } from './settling.ts';

const CREATED_AT = new Date('2026-05-01T12:00:00.000Z');
/** How long an order waits that came so long after it was acknowledged, ms. */
const waitOf = (tookMs: number): number => {
  const now = new Date(CREATED_AT.getTime() + tookMs);
  return dueAt(CREATED_AT, now, 400).getTime() - now.getTime();
};

describe('an order that came', () => {
  it('waits from when it was acknowledged, not from when it came, as others were under way meanwhile', () => {
    expect([0, 50, 200].map(waitOf)).toEqual([400, 350, 200]);
  });

  it('waits for half the time in any case, for those that took longer', () => {
    expect([201, 300, 400].map(waitOf)).toEqual([200, 200, 200]);
  });

  it('waits in full where events are behind or clocks apart', () => {
    expect([401, 86_400_000, -1, -86_400_000].map(waitOf)).toEqual([400, 400, 400, 400]);
  });

  it('waits for nothing where nothing is waited for', () => {
    expect(dueAt(CREATED_AT, CREATED_AT, 0)).toEqual(CREATED_AT);
  });
});
