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

/** What can happen to a payout, by name. */
const happenings = {
  reserved: (payout: Payout) => decideReserved(payout, ITEMS, []),
  suspected: (payout: Payout) =>
    decideReserved(payout, ITEMS, [{ code: 'velocity', explanation: 'Many.' }]),
  given_up: decideAbandon,
  let_go: (payout: Payout) => decideReleaseHold(payout, anAccount()),
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
  failed_for_now: (payout: Payout) =>
    decideOutcome(
      payout,
      anOutcome({ state: 'failed', failureReason: 'busy', failureIsTemporary: true }),
      NOW,
    ),
  taken_back: (payout: Payout) => decideOutcome(payout, anOutcome({ state: 'reversed' }), NOW),
} as const satisfies Record<string, (payout: Payout) => Decision | undefined>;
type Happening = keyof typeof happenings;
const ALL = Object.keys(happenings) as Happening[];

const refusal = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  throw error;
};

/** The next step with the events, `-` where nothing changes, `no` where it cannot be. */
function whatFollows(payout: Payout, happening: Happening): string {
  try {
    const decided = happenings[happening](payout);
    if (decided === undefined) return '-';
    const events = decided.events.map(({ type }) => type.replace('.v1', ''));
    return [decided.payout.step, ...events].join(' ');
  } catch (error) {
    expect(refusal(error).kind).toBe('conflict');
    return 'no';
  }
}

/** A payout to which all this happens, and the types of the events it told. */
function live(order: readonly Happening[]): { payout: Payout; told: string[] } {
  const told: string[] = [];
  let payout = aPayout();
  for (const happening of order) {
    try {
      const decided = happenings[happening](payout);
      told.push(...(decided?.events ?? []).map(({ type }) => type));
      payout = decided?.payout ?? payout;
    } catch (error) {
      refusal(error);
    }
  }
  return { payout, told };
}

const SENT = 'sent payment.processing';
const DONE = 'payment.completed payout.completed';
/** Everything that is not written here leaves the payout as it is. */
const expected: Readonly<Record<Step, Partial<Record<Happening, string>>>> = {
  reserving: {
    reserved: 'submitting payment.initiated',
    suspected: 'held payout.held',
    given_up: 'voiding',
  },
  retrying: {
    reserved: 'submitting payment.initiated',
    suspected: 'held payout.held',
    given_up: 'withdrawing',
  },
  held: { let_go: 'submitting payment.initiated', refused: 'refusing' },
  submitting: {
    pending: SENT,
    paid: 'settling payment.processing',
    declined: 'releasing payment.processing',
    failed_for_now: 'releasing payment.processing',
    taken_back: 'settling payment.processing',
  },
  sent: {
    pending: 'sent',
    paid: 'settling',
    declined: 'releasing',
    failed_for_now: 'releasing',
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
  it.each(STEPS)('in step %s goes on only as the table says', (step) => {
    const payout = aPayout({ step, retryCount: step === 'withdrawing' ? 1 : 0 });
    const changes = Object.fromEntries(
      ALL.map((happening) => [happening, whatFollows(payout, happening)] as const).filter(
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

  it('hears nothing new twice', () => {
    const sent = aPayout({ step: 'sent', transactionId: 'tr_1' });
    expect(whatFollows(sent, 'pending')).toBe('-');
  });

  it('that the provider refused to begin with was never on its way', () => {
    const refused = anOutcome({ state: 'failed', transactionId: null, failureReason: 'no' });
    const decided = decideOutcome(aPayout({ step: 'submitting' }), refused, NOW);
    expect(decided).toMatchObject({
      payout: { step: 'releasing', submittedAt: null, failureReason: 'no' },
      events: [],
    });
  });

  it('is tried again three times where it failed for now, and never where for good', () => {
    const failed = aPayout({ step: 'failed', failureReason: 'busy', failureIsTemporary: true });
    expect(whatFollows(failed, 'retried')).toBe('retrying');
    expect(whatFollows({ ...failed, retryCount: MAX_RETRIES }, 'retried')).toBe('no');
    expect(whatFollows({ ...failed, failureIsTemporary: false }, 'retried')).toBe('no');
  });

  it('whose retry is withdrawn is what it was before', () => {
    const failed = aPayout({ step: 'failed', failureReason: 'busy', failureIsTemporary: true });
    const withdrawn = decideReleased(decideAbandon(decideRetry(failed, anAccount()).payout).payout);
    // But for the number of its reserve, which is spent.
    expect(withdrawn).toEqual({ payout: { ...failed, reserveAttempt: 2 }, events: [] });
  });

  it('whose retry finds what it names paid elsewhere is failed for that, and for good', () => {
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

  it('that is tried again forgets the try before', () => {
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
    'goes on to no account that is %j, not even where it was before',
    (given) => {
      const account = anAccount(given);
      const failed = aPayout({ step: 'failed', failureReason: 'busy', failureIsTemporary: true });
      expect(() => decideRetry(failed, account)).toThrow('not verified, or not active');
      expect(() => decideReleaseHold(aPayout({ step: 'held' }), account)).toThrow(
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

  it('is paid at most once and told so, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALL), { maxLength: 60 }), (order) => {
        const { payout, told } = live(order);
        const count = (type: string): number => told.filter((one) => one === `${type}.v1`).length;
        expect(count('payout.completed')).toBeLessThanOrEqual(1);
        expect(count('payment.refunded')).toBeLessThanOrEqual(count('payout.completed'));
        expect(payout.retryCount).toBeLessThanOrEqual(MAX_RETRIES);
        expect(payout.retryCount).toBeGreaterThanOrEqual(0);
        // Nobody hears of what never came to be.
        if (statusOf(payout) === undefined) expect(told).toEqual([]);
        if (isAbandoned(payout)) expect(canRetry(payout)).toBe(false);
        // At most one hold of the money at any time: a settled payout is never released.
        if (count('payout.completed') === 1) {
          expect(['completed', 'restoring', 'reversed']).toContain(payout.step);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
