import { decideSendOutcome, isTemporaryStatus } from './send-attempt.ts';

const now = new Date('2026-05-01T12:00:00.000Z');

describe('decideSendOutcome', () => {
  it('retries with growing delays, and fails after six attempts with the last reason', () => {
    const failure = { kind: 'temporary_failure', reason: 'smtp_451' } as const;
    const delays: (number | null)[] = [];
    let outcome = decideSendOutcome(0, failure, 30_000, now);
    while (outcome.dueAt !== null) {
      delays.push((outcome.dueAt.getTime() - now.getTime()) / 1000);
      outcome = decideSendOutcome(outcome.attempts, failure, 30_000, now);
    }
    expect(delays).toEqual([30, 120, 480, 1_920, 7_200]);
    expect(outcome).toMatchObject({ status: 'failed', attempts: 6, reason: 'smtp_451' });
  });

  it('fails at once after a permanent failure', () => {
    const failure = { kind: 'permanent_failure', reason: 'smtp_550' } as const;
    expect(decideSendOutcome(0, failure, 30_000, now)).toMatchObject({
      status: 'failed',
      attempts: 1,
      dueAt: null,
    });
  });

  it('is sent, or suppressed with the reason', () => {
    expect(decideSendOutcome(2, { kind: 'sent' }, 1, now)).toEqual({
      status: 'sent',
      attempts: 3,
      dueAt: null,
      sentAt: now,
      reason: null,
    });
    expect(decideSendOutcome(0, { kind: 'suppressed', reason: 'no_phone' }, 1, now)).toMatchObject({
      status: 'suppressed',
      reason: 'no_phone',
    });
  });
});

it('treats a refusal of our account as temporary, and a refusal of the recipient as permanent', () => {
  for (const status of [401, 402, 403, 407, 408, 429, 500, 503]) {
    expect([status, isTemporaryStatus(status)]).toEqual([status, true]);
  }
  for (const status of [400, 404, 410, 422])
    expect([status, isTemporaryStatus(status)]).toEqual([status, false]);
});
