import { decideConcurrency, initialConcurrency } from './concurrency.ts';

const LIMIT = 16;
const fast = { succeeded: true, durationMs: 20, moreWaiting: true };
const after = (start: number, ...attempts: Parameters<typeof decideConcurrency>[1][]): number =>
  attempts.reduce((current, attempt) => decideConcurrency(current, attempt, LIMIT), start);

describe('the concurrency of an endpoint', () => {
  it('grows from four to its limit while the endpoint responds fast and with success', () => {
    expect(initialConcurrency(LIMIT)).toBe(4);
    expect(after(4, fast, fast, fast)).toBe(7);
    expect(after(4, ...Array.from({ length: 50 }, () => fast))).toBe(LIMIT);
  });

  it('stays when nothing was waiting, or when the response was neither fast nor slow', () => {
    expect(after(6, { ...fast, moreWaiting: false })).toBe(6);
    expect(after(6, { ...fast, durationMs: 600 })).toBe(6);
  });

  it.each([
    ['fails', { ...fast, succeeded: false }],
    ['is slow', { ...fast, durationMs: 1_001 }],
  ])('halves each time the endpoint %s, down to four', (_what, bad) => {
    expect(after(16, bad)).toBe(8);
    expect(after(16, bad, bad, bad, bad)).toBe(4);
  });

  it('never exceeds a limit below four', () => {
    expect(initialConcurrency(1)).toBe(1);
    expect(decideConcurrency(1, fast, 1)).toBe(1);
    expect(decideConcurrency(1, { ...fast, succeeded: false }, 1)).toBe(1);
  });
});
