import fc from 'fast-check';
import { RateLimitedError, UnavailableError } from './errors.ts';
import { retryDelayMs } from './retry.ts';

const policy = { maxRetries: 5, baseDelayMs: 500, maxDelayMs: 8_000 };
const unavailable = (retryAfterMs?: number) =>
  new UnavailableError('unavailable', {
    code: 'unavailable',
    message: 'Busy',
    status: 503,
    retryAfterMs,
  });

describe('the delay before a retry', () => {
  it('is anywhere up to a maximum that doubles, and never before the time that the server names', () => {
    const attempts = fc.integer({ min: 1, max: 5 });
    const hint = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined });
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(attempts, hint, random, (attempt, hintMs, chance) => {
        const now = { attempt, isRepeatable: true };
        const delayMs = Number(retryDelayMs(unavailable(hintMs), now, policy, chance));
        const spread = Math.min(8_000, 500 * 2 ** (attempt - 1));
        expect(delayMs).toBeCloseTo((hintMs ?? 0) + spread * chance);
      }),
    );
  });

  it('is none after the last retry, and for a call whose repetition may take effect again', () => {
    const error = unavailable();
    expect(retryDelayMs(error, { attempt: 6, isRepeatable: true }, policy, 0)).toBeUndefined();
    expect(retryDelayMs(error, { attempt: 1, isRepeatable: false }, policy, 0)).toBeUndefined();
  });

  it('is there for a call that was not begun, whatever it does', () => {
    const refused = new RateLimitedError('rate_limited', {
      code: 'rate_limit_exceeded',
      message: 'Too many',
      status: 429,
      retryAfterMs: 1_000,
    });
    expect(retryDelayMs(refused, { attempt: 1, isRepeatable: false }, policy, 0)).toBe(1_000);
  });
});
