import { type Migration, rewriting } from '@tributary/mongo';
import { assessmentOf } from './assessment-store.ts';
import { type AssessmentDocument, collections } from './collections.ts';

/** Lists of assessments are ordered by the time of the conversion. */
export const assessmentTimes = rewriting<AssessmentDocument>({
  name: '2026-11-26-assessment-times',
  description: 'assessments state when their conversion happened, by the time of the assessment',
  of: collections.assessments,
  filter: { convertedAt: { $exists: false } },
  rewrite: (document) => {
    const { convertedAt, visitorId, inputs } = assessmentOf(document);
    return { convertedAt, visitorId, inputs };
  },
});

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [assessmentTimes];
