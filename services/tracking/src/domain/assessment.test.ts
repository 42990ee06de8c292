import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { assessmentOf } from '../testing/fake-services.ts';
import { applyAssessment, applyLaterVerdict, creditEvents } from './assessment.ts';
import { snapshotOf } from './conversion.ts';
import { type KnownTiers } from './tiers.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const noTiers: KnownTiers = { versionsOf: () => [], movesOf: () => [] };

describe('applyAssessment', () => {
  it('credits the largest share and keeps the review that intake requires', () => {
    const conversion = aStoredConversion({ unpayableReason: 'bot_click' });
    const share = { clickId: null, linkId: null, valueMinor: 5_000 };
    const shares = [
      { ...share, affiliateId: 'first', weight: 600_000_000_000 },
      { ...share, affiliateId: 'second', weight: 400_000_000_000 },
    ];
    const assessment = assessmentOf(snapshotOf(conversion), { shares });
    expect(applyAssessment(conversion, assessment, noTiers)).toMatchObject({
      affiliateId: 'first',
      affiliateIds: ['first', 'second'],
      requiresReview: true,
      fraudScore: 0.1,
    });
  });

  it('adds the bonus of a newly credited affiliate to that of the previous one', () => {
    const conversion = aStoredConversion({ tierBonuses: { before: '5' } });
    const [share] = assessmentOf(snapshotOf(conversion)).shares;
    const shares = share === undefined ? [] : [{ ...share, affiliateId: 'now' }];
    const bonuses = [{ level: 1, bonusPercent: '2' }];
    const tiers: KnownTiers = {
      versionsOf: () => [{ version: 1, effectiveFrom: new Date(0), bonuses }],
      movesOf: () => [],
    };
    const assessment = assessmentOf(snapshotOf(conversion), { shares });
    expect(applyAssessment(conversion, assessment, tiers)).toMatchObject({
      affiliateIds: ['now'],
      tierBonuses: { before: '5', now: '2' },
    });
  });

  it('leaves a decided conversion unchanged', () => {
    const decided = aStoredConversion({ status: 'approved', assessedAt: NOW });
    expect(applyAssessment(decided, assessmentOf(snapshotOf(decided)), noTiers)).toBe(decided);
  });
});

describe('applyLaterVerdict', () => {
  const verdict = {
    ...{ conversionId: 'order', brandId: 'brand', campaignId: 'campaign', affiliateId: null },
    ...{ earlierScore: 0.1, fraudScore: 0.7, requiresReview: true, factors: [], isHeld: true },
    ...{
      weightsVersion: '1',
      judgedAt: NOW.toISOString(),
      cause: 'nightly' as const,
      changedBy: [],
    },
  };
  const assessed = aStoredConversion({ assessedAt: NOW, fraudScore: 0.1 });

  it('marks a conversion for review, and takes the mark away again', () => {
    const marked = applyLaterVerdict(assessed, verdict);
    expect(marked).toMatchObject({ fraudScore: 0.7, requiresReview: true });
    const again = { ...verdict, fraudScore: 0.2, requiresReview: false };
    expect(applyLaterVerdict(marked, again)).toMatchObject({ requiresReview: false });
  });

  it('keeps the review that intake requires, and what the brand has decided', () => {
    const bot = aStoredConversion({ assessedAt: NOW, unpayableReason: 'bot_click' });
    const well = { ...verdict, fraudScore: 0.2, requiresReview: false };
    expect(applyLaterVerdict(bot, well)).toMatchObject({ requiresReview: true });
    const decided = aStoredConversion({ status: 'approved', assessedAt: NOW });
    expect(applyLaterVerdict(decided, verdict)).toBe(decided);
  });

  it('leaves another report of the order unchanged', () => {
    expect(applyLaterVerdict(assessed, { ...verdict, revision: 1 })).toBe(assessed);
  });
});

describe('creditEvents', () => {
  const before = aStoredConversion({ tierBonuses: { before: '5' } });
  const bonuses = { before: '5', now: '0' };

  it('publishes the bonuses where a credit added one, also one that no budget has room for', () => {
    const after = { ...before, tierBonuses: bonuses };
    expect(creditEvents({ before, after })).toMatchObject([
      { type: 'conversion.credited.v1', data: { conversionId: before.id, tierBonuses: bonuses } },
    ]);
  });

  it('publishes nothing where no affiliate was added', () => {
    expect(creditEvents({ before, after: { ...before, fraudScore: 0.5 } })).toEqual([]);
  });
});
