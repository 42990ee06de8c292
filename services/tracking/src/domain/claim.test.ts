import { claimStatuses, conversionStatuses, isOwnConversion } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import { aClaim } from '../testing/a-claim.ts';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import {
  answerOf,
  CLAIM_WINDOW_DAYS,
  claimedTimeOf,
  type ClaimOutcome,
  decideAcceptance,
  decideAnswer,
  decideClaim,
  decideExpiry,
  decideRefusal,
  requireClickInWindow,
} from './claim.ts';

const NOW = new Date('2026-05-03T09:00:00Z');

describe('the time of a claimed order', () => {
  it('is the end of a day without a time, and never later than now', () => {
    expect(claimedTimeOf('2026-05-01', NOW)).toEqual(new Date('2026-05-01T23:59:59.999Z'));
    expect(claimedTimeOf('2026-05-03', NOW)).toEqual(NOW);
    expect(claimedTimeOf('2026-05-01T10:00:00+02:00', NOW)).toEqual(
      new Date('2026-05-01T08:00:00Z'),
    );
  });

  it('is refused in the future, and more than 90 days ago', () => {
    const oldest = new Date(NOW.getTime() - CLAIM_WINDOW_DAYS * DAY_MS).toISOString();
    expect(claimedTimeOf(oldest.slice(0, 10), NOW)).toBeInstanceOf(Date);
    for (const text of ['2026-05-04', '2026-05-03T10:00:00Z', '2026-01-01']) {
      expect(() => claimedTimeOf(text, NOW)).toThrow('ordered_at');
    }
  });
});

it('a click shows a referral only within the campaign’s look-back window', () => {
  const campaign = { attribution: { model: 'last_click', lookbackWindowDays: 30 } } as never;
  const orderedAt = new Date('2026-05-31T12:00:00Z');
  const requireAt = (clickedAt: string) => () => {
    requireClickInWindow(new Date(clickedAt), orderedAt, campaign);
  };
  expect(requireAt('2026-05-01T12:00:00Z')).not.toThrow();
  expect(requireAt('2026-05-31T12:04:00Z')).not.toThrow();
  expect(requireAt('2026-05-01T11:59:00Z')).toThrow('at most 30 days');
  expect(requireAt('2026-05-31T13:00:00Z')).toThrow('click_id');
});

describe('what a known order answers to a claim', () => {
  const claim = aClaim();
  const assessed = { assessedAt: NOW } as const;
  const own = { affiliateIds: [claim.affiliateId], ...assessed };
  const foreign = { affiliateIds: ['somebody-else'], ...assessed };
  const nobody = { affiliateIds: [], ...assessed };
  const pending = { status: 'pending' } as const;

  it.each([
    ['already_credited', { ...own, ...pending }],
    ['already_credited', { ...own, status: 'approved' }],
    ['conversion_rejected', { ...own, status: 'rejected' }],
    ['conversion_reversed', { ...own, status: 'reversed' }],
    ['credited_elsewhere', { ...foreign, ...pending }],
    ['credited_elsewhere', { ...foreign, status: 'rejected' }],
    ['credited_elsewhere', { ...foreign, ...pending, assessedAt: null, claimId: 'accepted' }],
    ['closed_without_credit', { ...nobody, status: 'approved' }],
    [undefined, { ...nobody, ...pending }],
    [undefined, { ...own, ...pending, assessedAt: null }],
    [undefined, { ...foreign, ...pending, assessedAt: null }],
  ] as const)('is %s', (answer, order) => {
    expect(answerOf(claim, order as never)).toBe(answer);
  });

  it('has the brand’s words where the order was rejected, and the conversion', () => {
    const review = {
      decision: 'rejected',
      notes: 'Returned',
      reviewedBy: claim.brandId,
      reviewedAt: NOW,
    } as const;
    const rejected = aStoredConversion({ ...own, status: 'rejected', review });
    expect(decideClaim(claim, rejected)).toMatchObject({
      claim: {
        status: 'answered',
        reason: 'conversion_rejected',
        notes: 'Returned',
        conversionId: rejected.id,
        decidedAt: claim.createdAt,
      },
      event: { type: 'claim.decided.v1', key: claim.id },
    });
  });

  it('never names the conversion of somebody else', () => {
    const orders = fc.record({
      affiliateIds: fc.subarray([claim.affiliateId, 'b', 'c']),
      status: fc.constantFrom(...conversionStatuses),
      assessedAt: fc.constantFrom(NOW, null),
    });
    fc.assert(
      fc.property(orders, (order) => {
        const known = aStoredConversion(order);
        const outcome = decideAnswer(claim, known, NOW);
        if (outcome === undefined) return;
        const isOwn = order.affiliateIds.includes(claim.affiliateId);
        expect(isOwnConversion(outcome.claim)).toBe(isOwn);
      }),
    );
  });
});

describe('the decision on a claim', () => {
  const accept = (claim: ReturnType<typeof aClaim>) =>
    decideAcceptance(claim, { conversionId: 'conversion', notes: 'Found', now: NOW });
  const refuse = (claim: ReturnType<typeof aClaim>) =>
    decideRefusal(claim, { reason: 'unknown_order', notes: null, now: NOW });

  it('opens a claim to an unknown order', () => {
    const claim = aClaim();
    expect(decideClaim(claim, undefined)).toMatchObject({
      claim,
      event: { type: 'claim.received.v1', data: { claimId: claim.id, status: 'open' } },
    });
  });

  it('is final, and the same refusal again changes nothing', () => {
    const { claim: accepted } = accept(aClaim());
    expect(accepted).toMatchObject({ status: 'accepted', conversionId: 'conversion' });
    expect(() => refuse(accepted)).toThrow('accepted already');
    const refused = refuse(aClaim())?.claim ?? aClaim();
    expect(refused).toMatchObject({ status: 'refused', reason: 'unknown_order' });
    expect(refuse(refused)).toBeUndefined();
    expect(() => accept(refused)).toThrow('refused already');
  });

  it('expires once its time is over, with a reason', () => {
    const claim = aClaim();
    expect(decideExpiry(claim, new Date(claim.expiresAt.getTime() - 1))).toBeUndefined();
    expect(decideExpiry(claim, claim.expiresAt)?.claim).toMatchObject({
      status: 'expired',
      reason: 'not_decided_in_time',
    });
  });

  it('is made once, whatever is tried in whatever order', () => {
    const known = aStoredConversion({ affiliateIds: ['b'], assessedAt: NOW });
    const later = new Date('2027-01-01T00:00:00Z');
    const tries = [
      accept,
      refuse,
      (claim: ReturnType<typeof aClaim>) => decideExpiry(claim, later),
      (claim: ReturnType<typeof aClaim>) => decideAnswer(claim, known, NOW),
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: tries.length - 1 }), { minLength: 1 }), (order) => {
        let claim = aClaim();
        const decided: ClaimOutcome[] = [];
        for (const index of order) {
          try {
            const outcome = tries[index]?.(claim);
            if (outcome === undefined) continue;
            decided.push(outcome);
            claim = outcome.claim;
          } catch (error) {
            expect(isAppError(error) && error.code).toBe('claim_closed');
          }
        }
        expect(decided).toHaveLength(1);
        expect(claimStatuses).toContain(claim.status);
        expect(claim.decidedAt).not.toBeNull();
      }),
    );
  });
});
