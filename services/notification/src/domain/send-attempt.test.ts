import { decideAfterSending, mayPass } from './send-attempt.ts';

const now = new Date('2026-05-01T12:00:00.000Z');

describe('decideAfterSending', () => {
  it('tries again, ever later, and gives up after six tries with the last reason', () => {
    const unsent = { kind: 'unsent', reason: 'smtp_451' } as const;
    const waits: (number | null)[] = [];
    let after = decideAfterSending(0, unsent, 30_000, now);
    while (after.dueAt !== null) {
      waits.push((after.dueAt.getTime() - now.getTime()) / 1000);
      after = decideAfterSending(after.attempts, unsent, 30_000, now);
    }
    expect(waits).toEqual([30, 120, 480, 1_920, 7_200]);
    expect(after).toMatchObject({ status: 'failed', attempts: 6, reason: 'smtp_451' });
  });

  it('gives up at once where there is no such address', () => {
    const refused = { kind: 'refused', reason: 'smtp_550' } as const;
    expect(decideAfterSending(0, refused, 30_000, now)).toMatchObject({
      status: 'failed',
      attempts: 1,
      dueAt: null,
    });
  });

  it('ends as sent, or as suppressed with the reason', () => {
    expect(decideAfterSending(2, { kind: 'sent' }, 1, now)).toEqual({
      status: 'sent',
      attempts: 3,
      dueAt: null,
      sentAt: now,
      reason: null,
    });
    expect(decideAfterSending(0, { kind: 'suppressed', reason: 'no_phone' }, 1, now)).toMatchObject(
      {
        status: 'suppressed',
        reason: 'no_phone',
      },
    );
  });
});

it('takes a provider’s refusal of ourselves for one that passes, and that of a recipient for good', () => {
  for (const status of [401, 402, 403, 407, 408, 429, 500, 503]) {
    expect([status, mayPass(status)]).toEqual([status, true]);
  }
  for (const status of [400, 404, 410, 422])
    expect([status, mayPass(status)]).toEqual([status, false]);
});
