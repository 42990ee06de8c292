import { type AssessmentDocument } from './collections.ts';
import { assessmentTimes } from './migrations.ts';

describe('the migration of assessments', () => {
  it('dates a conversion by its assessment where an earlier release did not store when it happened', () => {
    const assessedAt = '2026-05-01T12:00:00.000Z';
    const earlier = { _id: 'c', assessedAt } as unknown as AssessmentDocument;
    expect(assessmentTimes.rewrite(earlier)).toEqual({
      convertedAt: new Date(assessedAt),
      visitorId: null,
      inputs: null,
    });
  });
});
