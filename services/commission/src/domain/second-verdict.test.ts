import { anApprovedConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import type { Stamps } from './changes.ts';
import { type Commission, freeMinor, heldMinor, type SecondVerdict } from './commission.ts';
import { decideCreation, nothingFrozen } from './creation.ts';
import { decideHoldEnd } from './hold.ts';
import {
  decideFraudReview,
  decideVerdicts,
  mustBeJudged,
  verdictsSince,
} from './second-verdict.ts';

const now = new Date('2026-05-20T12:00:00.000Z');
const stamps: Stamps = { now, newId: () => 'id' };
const since = verdictsSince(now);

function aCommission(given: Partial<Commission> = {}): Commission {
  const creation = {
    approval: anApprovedConversion(),
    known: undefined,
    campaignName: 'Spring sale',
    frozen: nothingFrozen,
    isPastRecurring: false,
  };
  const [created] = decideCreation(creation, stamps).created;
  if (created === undefined) throw new Error('No commission was created');
  return { ...created, ...given };
}

const verdict = (given: Partial<SecondVerdict> = {}): SecondVerdict => ({
  judgedAt: now,
  fraudScore: 0,
  isHeld: false,
  ...given,
});

const judged = (commission: Commission, found?: SecondVerdict): Commission => {
  const verdicts = new Map(found === undefined ? [] : [[commission.conversionId, found]]);
  return decideVerdicts([commission], verdicts).changed[0] ?? commission;
};

describe('an order must be judged again', () => {
  it('until it was within the last day', () => {
    expect(mustBeJudged(aCommission(), since)).toBe(true);
    expect(mustBeJudged(aCommission({ verdict: verdict() }), since)).toBe(false);
    const old = verdict({ judgedAt: new Date(now.getTime() - DAY_MS - 1) });
    expect(mustBeJudged(aCommission({ verdict: old }), since)).toBe(true);
  });

  it('not where a part is paid or reserved, or the brand released it', () => {
    expect(mustBeJudged(aCommission({ reservedMinor: 1 }), since)).toBe(false);
    const released = verdict({ judgedAt: new Date(0), releasedBy: 'brand' });
    expect(mustBeJudged(aCommission({ verdict: released }), since)).toBe(false);
  });

  it('not where it is a batch of clicks or impressions', () => {
    const { conversionId } = aCommission();
    expect(
      mustBeJudged(aCommission({ conversionId, orderId: `clicks-${conversionId}` }), since),
    ).toBe(false);
    expect(mustBeJudged(aCommission({ orderId: 'clicks-of-another' }), since)).toBe(true);
  });
});

describe('a verdict', () => {
  it('holds what looks like fraud, and frees what waited for it', () => {
    const held = judged(aCommission(), verdict({ isHeld: true }));
    expect(held.holdReason).toBe('fraud_review');
    expect([freeMinor(held), heldMinor(held)]).toEqual([0, held.amountMinor]);
    const waiting = judged(aCommission());
    expect(waiting.holdReason).toBe('fraud_check_pending');
    expect(judged(waiting, verdict()).holdReason).toBeNull();
  });

  it('leaves an order that attribution does not know for a week to the brand', () => {
    const found = (days: number, answered: boolean) => {
      const createdAt = new Date(now.getTime() - days * DAY_MS);
      const commission = aCommission({ createdAt });
      const changes = decideVerdicts([commission], new Map(), answered ? now : undefined);
      return changes.changed[0];
    };
    expect(found(6, true)).toMatchObject({ holdReason: 'fraud_check_pending' });
    expect(found(8, false)).toMatchObject({ holdReason: 'fraud_check_pending' });
    const held = found(8, true);
    expect(held).toMatchObject({ holdReason: 'fraud_review', verdict: { isUnknown: true } });
    const decision = { decision: 'released', by: 'brand' } as const;
    const [released] = held === undefined ? [] : decideFraudReview(held, decision, stamps).changed;
    expect(released).toMatchObject({ holdReason: null });
    expect(released === undefined || mustBeJudged(released, since)).toBe(false);
  });

  it('ends no suspension', () => {
    const suspended = aCommission({ status: 'pending', holdReason: 'affiliate_suspended' });
    expect(judged(suspended, verdict()).holdReason).toBe('affiliate_suspended');
  });

  it('changes nothing where it is missing again', () => {
    const waiting = judged(aCommission());
    expect(decideVerdicts([waiting], new Map()).changed).toEqual([]);
  });
});

describe('the end of a hold', () => {
  const ended = (given: Partial<Commission>): readonly Commission[] => {
    const commission = aCommission({ status: 'pending', holdUntil: now, ...given });
    return decideHoldEnd(commission, stamps, since).changed;
  };

  it('approves nothing that was not judged, or is held', () => {
    expect(ended({})).toEqual([]);
    expect(ended({ verdict: verdict({ isHeld: true }), holdReason: 'fraud_review' })).toEqual([]);
    expect(ended({ verdict: verdict() })).toMatchObject([{ status: 'approved' }]);
  });
});

describe('the brand’s decision', () => {
  const held = (status: 'approved' | 'pending') =>
    aCommission({ status, holdReason: 'fraud_review', verdict: verdict({ isHeld: true }) });

  it('moves money only where it refuses', () => {
    const statuses = fc.constantFrom('approved' as const, 'pending' as const);
    fc.assert(
      fc.property(
        statuses,
        fc.constantFrom('released' as const, 'refused' as const),
        (status, decision) => {
          const before = held(status);
          const { changed, transactions } = decideFraudReview(
            before,
            { decision, by: 'brand' },
            stamps,
          );
          const [after] = changed;
          const isRefused = decision === 'refused';
          expect(transactions).toHaveLength(isRefused ? 1 : 0);
          expect(after?.amountMinor).toBe(isRefused ? 0 : before.amountMinor);
          expect(after?.holdReason ?? null).toBe(isRefused ? 'fraud_review' : null);
        },
      ),
    );
  });

  it('is taken once', () => {
    const [released] = decideFraudReview(
      held('approved'),
      { decision: 'released', by: 'b' },
      stamps,
    ).changed;
    const again = { decision: 'refused', by: 'b' } as const;
    expect(decideFraudReview(released ?? held('approved'), again, stamps).changed).toEqual([]);
  });
});
