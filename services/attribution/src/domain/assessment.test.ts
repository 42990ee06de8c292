import { aConversion } from '@tributary/testing';
import { noEvidence } from '../testing/no-evidence.ts';
import { decideAssessment, decideOutcome } from './assessment.ts';
import { defaultSettings } from './attribution.ts';
import { journeyOf } from './journey.ts';

const made = { assessmentId: '01900000-0000-7000-8000-000000000009', now: new Date(0) };
const quiet = {
  ...noEvidence,
  isPublicAddress: () => true,
  journey: { touches: [], convertedAt: new Date(0) },
  navigated: null,
};
const decide = (given: Parameters<typeof aConversion>[0] = {}, isBotAgent = false) =>
  decideAssessment(
    aConversion(given),
    {
      settings: defaultSettings,
      journey: journeyOf(aConversion(given), [], defaultSettings),
      visitorId: null,
      evidence: { ...quiet, isBotAgent },
    },
    made,
  );
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('decideAssessment', () => {
  it('announces an assessment, and above the threshold that fraud was detected', () => {
    expect(typesOf(decide().events)).toEqual(['assessment.made.v1']);
    const { assessment, events } = decide({}, true);
    expect(assessment.requiresReview).toBe(true);
    expect(typesOf(events)).toEqual(['assessment.made.v1', 'fraud.detected.v1']);
  });

  it('credits the affiliate that the conversion names where there is no click', () => {
    const { assessment } = decide({ clickId: null, linkId: null, clickedAt: null });
    expect(assessment.shares).toMatchObject([{ clickId: null, valueMinor: 10_000 }]);
    expect(decide({ affiliateId: null }).assessment.shares).toEqual([]);
  });

  it('wants a person to look at what an unsigned pixel reported', () => {
    const { assessment, events } = decide({ source: 'pixel' });
    expect(assessment).toMatchObject({ fraudScore: 0, requiresReview: true });
    expect(typesOf(events)).toEqual(['assessment.made.v1']);
  });
});

describe('decideOutcome', () => {
  it('tells of flagged conversions only what they turned out to be', () => {
    const { assessment: flagged } = decide({}, true);
    expect(typesOf(decideOutcome(flagged, 'rejected'))).toEqual(['fraud.confirmed.v1']);
    expect(typesOf(decideOutcome(flagged, 'approved'))).toEqual(['fraud.resolved.v1']);
    expect(decideOutcome(decide().assessment, 'rejected')).toEqual([]);
  });
});
