import { type AttemptResult, decideAfterAttempt } from './delivery.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const policy = { baseMs: 60_000, random: 0.5 };
const answered = (status: number): AttemptResult => ({
  kind: 'answered',
  status,
  body: 'body',
  durationMs: 5,
});
const unanswered: AttemptResult = { kind: 'unanswered', error: 'reset', durationMs: 5 };

describe('decideAfterAttempt', () => {
  it.each([200, 204, 299])('ends well with %i', (status) => {
    expect(decideAfterAttempt(0, answered(status), policy, now)).toMatchObject({
      status: 'success',
      attempts: 1,
      responseCode: status,
      errorMessage: null,
      nextAttemptAt: null,
      deliveredAt: now,
    });
  });

  it.each([301, 302, 307, 308, 400, 401, 404, 410, 429])('ends as failed with %i', (status) => {
    const after = decideAfterAttempt(0, answered(status), policy, now);
    expect(after).toMatchObject({ status: 'failed', nextAttemptAt: null, deliveredAt: null });
    expect(after.errorMessage).toContain(String(status));
    expect(after.endpointGone).toBe(status === 410);
  });

  it.each([answered(500), answered(503), unanswered])('tries again after %j', (result) => {
    expect(decideAfterAttempt(0, result, policy, now)).toMatchObject({
      status: 'retrying',
      attempts: 1,
      nextAttemptAt: new Date('2026-05-01T12:01:00.000Z'),
    });
  });

  it('never tries again what may not be called', () => {
    const refused: AttemptResult = { kind: 'refused', error: 'not public', durationMs: 0 };
    expect(decideAfterAttempt(0, refused, policy, now)).toMatchObject({
      status: 'failed',
      responseCode: null,
      responseBody: null,
      errorMessage: 'not public',
    });
  });

  it('gives up after ten attempts, 4 h 3 min after the first, by the clock', () => {
    let at = now;
    let attempts = 0;
    const times = [0];
    for (;;) {
      const after = decideAfterAttempt(attempts, answered(500), policy, at);
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
