import { type Session } from '@tributary/mongo';
import { type Assessment } from '../domain/assessment.ts';
import { type Collections } from './collections.ts';

/** The credit of assessments, which attribution changes replace. */
export const creditStore = ({ assessments }: Collections, session?: Session) => ({
  saveMany: async (recredited: readonly Assessment[]): Promise<void> => {
    if (recredited.length === 0) return;
    const updates = recredited.map(
      ({ conversionId: _id, model, modelVersion, shares, credits = [] }) => ({
        updateOne: { filter: { _id }, update: { $set: { model, modelVersion, shares, credits } } },
      }),
    );
    await assessments.bulkWrite(updates, session === undefined ? {} : { session });
  },
});
