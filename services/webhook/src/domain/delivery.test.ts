import { type AttemptResult, decideAttemptOutcome, isGone, testOutcome } from './delivery.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const policy = { baseMs: 60_000, random: 0.5 };
const response = (status: number): AttemptResult => ({
  kind: 'response',
  status,
  body: 'body',
  durationMs: 5,
});
const noResponse: AttemptResult = { kind: 'no_response', error: 'reset', durationMs: 5 };

describe('decideAttemptOutcome', () => {
  it.each([200, 204, 299])('ends a delivery as success after %i', (status) => {
    expect(decideAttemptOutcome(0, response(status), policy, now)).toMatchObject({
      status: 'success',
      attempts: 1,
      responseCode: status,
      errorMessage: null,
      nextAttemptAt: null,
      deliveredAt: now,
    });
  });

  it.each([301, 302, 307, 308, 400, 401, 404, 410, 429])(
    'ends a delivery as failed after %i, without a retry',
    (status) => {
      const after = decideAttemptOutcome(0, response(status), policy, now);
      expect(after).toMatchObject({ status: 'failed', nextAttemptAt: null, deliveredAt: null });
      expect(after.errorMessage).toContain(String(status));
      expect(isGone(response(status))).toBe(status === 410);
    },
  );

  it.each([response(500), response(503), noResponse])('retries after %j', (result) => {
    expect(decideAttemptOutcome(0, result, policy, now)).toMatchObject({
      status: 'retrying',
      attempts: 1,
      nextAttemptAt: new Date('2026-05-01T12:01:00.000Z'),
    });
  });

  it('never retries a target that may not be called', () => {
    const refused: AttemptResult = { kind: 'refused', error: 'not public', durationMs: 0 };
    expect(decideAttemptOutcome(0, refused, policy, now)).toMatchObject({
      status: 'failed',
      responseCode: null,
      responseBody: null,
      errorMessage: 'not public',
    });
  });

  it('fails after ten attempts, 4 h 3 min after the first', () => {
    let at = now;
    let attempts = 0;
    const times = [0];
    for (;;) {
      const after = decideAttemptOutcome(attempts, response(500), policy, at);
      attempts = after.attempts;
      if (after.nextAttemptAt === null) {
        expect(after.status).toBe('failed');
        break;
      }
      at = after.nextAttemptAt;
      times.push((at.getTime() - now.getTime()) / 1000);
    }
    expect(attempts).toBe(MAX_ATTEMPTS);
    expect(times).toEqual([0, 60, 180, 420, 900, 1860, 3780, 7380, 10_980, 14_580]);
  });
});

describe('testOutcome', () => {
  it('ends a test after its only attempt, whatever the response', () => {
    expect(testOutcome(response(200), now)).toMatchObject({ status: 'success', deliveredAt: now });
    for (const result of [response(500), noResponse]) {
      expect(testOutcome(result, now)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    }
  });
});
