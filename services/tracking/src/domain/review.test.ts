import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { assessmentOf } from '../testing/fake-services.ts';
import { applyAssessment } from './assessment.ts';
import { snapshotOf } from './conversion.ts';
import { decideReview } from './review.ts';
import { type KnownTiers } from './tiers.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const noTiers: KnownTiers = { versionsOf: () => [], movesOf: () => [] };

describe('decideReview', () => {
  const approval = {
    decision: 'approved',
    notes: null,
    reviewedBy: 'brand',
    reviewedAt: NOW,
  } as const;

  it('publishes the approved sale with its credit, so that a commission can be created', () => {
    const pending = aStoredConversion();
    const assessed = applyAssessment(pending, assessmentOf(snapshotOf(pending)), noTiers);
    const { reviewed, event } = decideReview(assessed, approval);
    expect(reviewed).toMatchObject({ status: 'approved', review: approval });
    expect(event).toMatchObject({ type: 'conversion.approved.v1', key: pending.id });
    expect(event?.data.shares).toHaveLength(1);
  });

  it('publishes nothing for a repeated decision', () => {
    const approved = aStoredConversion({ status: 'approved' });
    expect(decideReview(approved, approval)).toEqual({ reviewed: approved });
  });

  it.each(['rejected', 'reversed'] as const)(
    'refuses to approve a %s conversion, because the first decision may have been paid',
    (status) => {
      expect(() => decideReview(aStoredConversion({ status }), approval)).toThrow(status);
    },
  );
});
