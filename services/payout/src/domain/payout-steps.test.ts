import fc from 'fast-check';
import { type AppError, isAppError } from '@tributary/errors';
import { anAccount, anOutcome, aPayout } from '../testing/builders.ts';
import { canRetry, isAbandoned, MAX_RETRIES, type Payout, type Step, statusOf } from './payout.ts';
import {
  type Decision,
  decideReleased,
  decideAbandon,
  decideRefuseHold,
  decideReleaseHold,
  decideReserved,
  decideRestored,
  decideRetry,
  decideSettled,
} from './payout-steps.ts';
import { decideOutcome } from './provider-outcome.ts';

const NOW = new Date('2026-05-01T13:00:00.000Z');
const STEPS: readonly Step[] = [
  'reserving',
  'held',
  'submitting',
  'sent',
  'settling',
  'completed',
  'releasing',
  'refusing',
  'failed',
  'retrying',
  'withdrawing',
  'voiding',
  'void',
  'restoring',
  'reversed',
];
const ITEMS = [{ commissionId: 'c1', amountMinor: 10_000 }];

/** Everything that can happen to a payout, by name. */
const occurrences = {
  reserved: (payout: Payout) => decideReserved(payout, ITEMS, []),
  held_for_review: (payout: Payout) =>
    decideReserved(payout, ITEMS, [{ code: 'velocity', explanation: 'Many.' }]),
  abandoned: decideAbandon,
  released_from_hold: (payout: Payout) => decideReleaseHold(payout, anAccount(), false),
  refused: decideRefuseHold,
  booked: (payout: Payout) => {
    if (payout.step === 'settling') return decideSettled(payout, 1);
    return payout.step === 'restoring' ? decideRestored(payout, 1) : decideReleased(payout);
  },
  retried: (payout: Payout) => decideRetry(payout, anAccount()),
  pending: (payout: Payout) => decideOutcome(payout, anOutcome(), NOW),
  paid: (payout: Payout) => decideOutcome(payout, anOutcome({ state: 'paid' }), NOW),
  declined: (payout: Payout) =>
    decideOutcome(payout, anOutcome({ state: 'failed', failureReason: 'account_declined' }), NOW),
  failed_temporarily: (payout: Payout) =>
    decideOutcome(
      payout,
      anOutcome({ state: 'failed', failureReason: 'busy', failureIsTemporary: true }),
      NOW,
    ),
  taken_back: (payout: Payout) => decideOutcome(payout, anOutcome({ state: 'reversed' }), NOW),
} as const satisfies Record<string, (payout: Payout) => Decision | undefined>;
type Occurrence = keyof typeof occurrences;
const ALL = Object.keys(occurrences) as Occurrence[];

const refusal = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  throw error;
};

/** The next step and its events; `-` where nothing changes, `no` where it is refused. */
function whatFollows(payout: Payout, occurrence: Occurrence): string {
  try {
    const decided = occurrences[occurrence](payout);
    if (decided === undefined) return '-';
    const events = decided.events.map(({ type }) => type.replace('.v1', ''));
    return [decided.payout.step, ...events].join(' ');
  } catch (error) {
    expect(refusal(error).kind).toBe('conflict');
    return 'no';
  }
}

/** A payout after these occurrences, and the types of the published events. */
function replay(order: readonly Occurrence[]): { payout: Payout; published: string[] } {
  const published: string[] = [];
  let payout = aPayout();
  for (const occurrence of order) {
    try {
      const decided = occurrences[occurrence](payout);
      published.push(...(decided?.events ?? []).map(({ type }) => type));
      payout = decided?.payout ?? payout;
    } catch (error) {
      refusal(error);
    }
  }
  return { payout, published };
}

const SENT = 'sent payment.processing';
const DONE = 'payment.completed payout.completed';
/** All other occurrences leave the payout unchanged. */
const expected: Readonly<Record<Step, Partial<Record<Occurrence, string>>>> = {
  reserving: {
    reserved: 'submitting payment.initiated',
    held_for_review: 'held payout.held',
    abandoned: 'voiding',
  },
  retrying: {
    reserved: 'submitting payment.initiated',
    held_for_review: 'held payout.held',
    abandoned: 'withdrawing',
  },
  held: { released_from_hold: 'submitting payment.initiated', refused: 'refusing' },
  submitting: {
    pending: SENT,
    paid: 'settling payment.processing',
    declined: 'releasing payment.processing',
    failed_temporarily: 'releasing payment.processing',
    taken_back: 'settling payment.processing',
  },
  sent: {
    pending: 'sent',
    paid: 'settling',
    declined: 'releasing',
    failed_temporarily: 'releasing',
    taken_back: 'settling',
  },
  settling: { booked: `completed ${DONE}`, taken_back: 'settling' },
  completed: { taken_back: 'restoring' },
  releasing: { booked: 'failed payment.failed payout.failed' },
  refusing: { booked: 'failed payout.failed' },
  voiding: { booked: 'void' },
  withdrawing: { booked: 'failed' },
  restoring: { booked: 'reversed payment.refunded' },
  void: { booked: 'void' },
  failed: { booked: 'failed' },
  reversed: {},
};

describe('a payout', () => {
  it.each(STEPS)('in step %s advances only by the table', (step) => {
    const payout = aPayout({ step, retryCount: step === 'withdrawing' ? 1 : 0 });
    const changes = Object.fromEntries(
      ALL.map((occurrence) => [occurrence, whatFollows(payout, occurrence)] as const).filter(
        ([, follows]) => follows !== '-' && follows !== 'no',
      ),
    );
    expect(changes).toEqual(expected[step]);
  });

  it('that was taken back before it was settled is settled first, and then restored', () => {
    const settling = aPayout({ step: 'settling', isReversed: true });
    expect(whatFollows(settling, 'booked')).toBe(`restoring ${DONE}`);
    expect(whatFollows(settling, 'taken_back')).toBe('-');
  });

  it('ignores an outcome that it has already', () => {
    const sent = aPayout({ step: 'sent', transactionId: 'tr_1' });
    expect(whatFollows(sent, 'pending')).toBe('-');
  });

  it('that the provider refused at once was never in progress', () => {
    const refused = anOutcome({ state: 'failed', transactionId: null, failureReason: 'no' });
    const decided = decideOutcome(aPayout({ step: 'submitting' }), refused, NOW);
    expect(decided).toMatchObject({
      payout: { step: 'releasing', submittedAt: null, failureReason: 'no' },
      events: [],
    });
  });

  it('can be retried three times after a temporary failure, and never after a permanent one', () => {
    const failed = aPayout({ step: 'failed', failureReason: 'busy', failureIsTemporary: true });
    expect(whatFollows(failed, 'retried')).toBe('retrying');
    expect(whatFollows({ ...failed, retryCount: MAX_RETRIES }, 'retried')).toBe('no');
    expect(whatFollows({ ...failed, failureIsTemporary: false }, 'retried')).toBe('no');
  });

  it('whose retry is withdrawn is what it was before', () => {
    const failed = aPayout({ step: 'failed', failureReason: 'busy', failureIsTemporary: true });
    const withdrawn = decideReleased(decideAbandon(decideRetry(failed, anAccount()).payout).payout);
    // Except for the number of its reserve, which is used up.
    expect(withdrawn).toEqual({ payout: { ...failed, reserveAttempt: 2 }, events: [] });
  });

  it('whose retry finds its commissions paid by another payout has failed permanently', () => {
    const before = { failureReason: 'busy', failureIsTemporary: true, commissionIds: ['c1'] };
    const failed = aPayout({ step: 'failed', kind: 'manual', ...before });
    const tried = decideRetry(failed, anAccount()).payout;
    expect(tried.commissionIds).toEqual(['c1']);
    const refused = (code: string) => decideReleased(decideAbandon(tried, code).payout).payout;
    const [paid, taken] = ['commission_already_paid', 'commission_in_another_payout'];
    expect(refused(paid)).toMatchObject({ failureReason: paid, failureIsTemporary: false });
    expect(refused(taken)).toMatchObject({ failureReason: taken, failureIsTemporary: true });
    expect(refused('ledger_away')).toMatchObject({ failureReason: 'busy', retryCount: 0 });
  });

  it('that is retried has no results of the attempt before', () => {
    const failed = aPayout({
      step: 'failed',
      failureReason: 'busy',
      failureIsTemporary: true,
      transactionId: 'tr_0',
      submittedAt: NOW,
    });
    expect(decideReserved(decideRetry(failed, anAccount()).payout, ITEMS, []).payout).toMatchObject(
      {
        retryCount: 1,
        failureReason: null,
        transactionId: null,
        submittedAt: null,
        items: ITEMS,
      },
    );
  });

  it.each([{ isVerified: false }, { isActive: false }])(
    'is not paid to an account that is %j any more',
    (given) => {
      const account = anAccount(given);
      const failed = aPayout({ step: 'failed', failureReason: 'busy', failureIsTemporary: true });
      expect(() => decideRetry(failed, account)).toThrow('not verified, or not active');
      expect(() => decideReleaseHold(aPayout({ step: 'held' }), account, false)).toThrow(
        'not verified, or not active',
      );
    },
  );

  it('is in transit at once where that was promised', () => {
    const submitting = { step: 'submitting', retryCount: 0 } as const;
    expect(statusOf({ ...submitting, kind: 'requested' })).toBe('pending');
    expect(statusOf({ ...submitting, kind: 'manual' })).toBe('in_transit');
    expect(statusOf({ ...submitting, kind: 'requested', retryCount: 1 })).toBe('in_transit');
  });

  it('is paid and published as paid at most once, in any order of occurrences', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALL), { maxLength: 60 }), (order) => {
        const { payout, published } = replay(order);
        const count = (type: string): number =>
          published.filter((one) => one === `${type}.v1`).length;
        expect(count('payout.completed')).toBeLessThanOrEqual(1);
        expect(count('payment.refunded')).toBeLessThanOrEqual(count('payout.completed'));
        expect(payout.retryCount).toBeLessThanOrEqual(MAX_RETRIES);
        expect(payout.retryCount).toBeGreaterThanOrEqual(0);
        // A payout that could not be made publishes nothing.
        if (statusOf(payout) === undefined) expect(published).toEqual([]);
        if (isAbandoned(payout)) expect(canRetry(payout)).toBe(false);
        // A settled payout is never released, so its amount is never available twice.
        if (count('payout.completed') === 1) {
          expect(['completed', 'restoring', 'reversed']).toContain(payout.step);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
