import { aConversion } from '@tributary/testing';
import { noEvidence } from '../testing/evidence.ts';
import { decideAssessment, decideOutcome } from './assessment.ts';
import { defaultSettings } from './attribution.ts';
import { journeyOf } from './journey.ts';

const made = { assessmentId: '01900000-0000-7000-8000-000000000009', now: new Date(0) };
const decide = (given: Parameters<typeof aConversion>[0] = {}) => {
  const conversion = aConversion(given);
  const settings = defaultSettings;
  const journey = journeyOf(conversion, [], settings);
  const context = { settings, journey, visitorId: null, evidence: noEvidence };
  return decideAssessment(conversion, context, made);
};
const bot = { userAgent: 'curl/8.5.0' };
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('decideAssessment', () => {
  it('publishes the assessment, and above the threshold that fraud was detected', () => {
    expect(typesOf(decide().events)).toEqual(['assessment.made.v1']);
    const { assessment, events } = decide(bot);
    expect(assessment.requiresReview).toBe(true);
    expect(typesOf(events)).toEqual(['assessment.made.v1', 'fraud.detected.v1']);
  });

  it('credits the conversion’s affiliate when there is no click', () => {
    const { assessment } = decide({ clickId: null, linkId: null, clickedAt: null });
    expect(assessment.shares).toMatchObject([{ clickId: null, valueMinor: 10_000 }]);
    expect(decide({ affiliateId: null }).assessment.shares).toEqual([]);
  });

  it('requires a review of what an unsigned pixel reported', () => {
    const { assessment, events } = decide({ source: 'pixel' });
    expect(assessment).toMatchObject({ fraudScore: 0, requiresReview: true });
    expect(typesOf(events)).toEqual(['assessment.made.v1']);
  });
});

describe('decideOutcome', () => {
  it('publishes the outcome of flagged conversions only', () => {
    const { assessment: flagged } = decide(bot);
    expect(typesOf(decideOutcome(flagged, { decision: 'rejected' }))).toEqual([
      'fraud.confirmed.v1',
    ]);
    expect(typesOf(decideOutcome(flagged, { decision: 'approved' }))).toEqual([
      'fraud.resolved.v1',
    ]);
    expect(decideOutcome(decide().assessment, { decision: 'rejected' })).toEqual([]);
  });
});
