import { type Session } from '@tributary/mongo';
import { type Assessment } from '../domain/assessment.ts';
import { type AssessmentRow, type Models } from './models.ts';

const rowOf = ({ conversionId, ...rest }: Assessment): AssessmentRow => ({
  _id: conversionId,
  ...rest,
  ...(rest.requiresReview ? { isOpen: true } : {}),
});

/** Rows of earlier versions lack fields that those versions did not store. */
export const assessmentOf = ({
  _id,
  isOpen: _open,
  remindedAt: _reminded,
  ...rest
}: Partial<AssessmentRow> & Omit<AssessmentRow, 'inputs' | 'convertedAt'>): Assessment => ({
  ...rest,
  conversionId: _id,
  convertedAt: rest.convertedAt ?? new Date(rest.assessedAt),
  visitorId: rest.visitorId ?? null,
  inputs: rest.inputs ?? null,
});

/** Assessments, one per conversion, under the conversion's id. */
export const assessmentStore = ({ assessments }: Models, session?: Session) => ({
  findMany: async (conversionIds: readonly string[]): Promise<Map<string, Assessment>> => {
    const where = { _id: { $in: [...conversionIds] } } as never;
    const query = assessments.collection.find(where, session === undefined ? {} : { session });
    const rows = (await query.toArray()) as unknown as AssessmentRow[];
    return new Map(rows.map((row) => [row._id, assessmentOf(row)]));
  },
  /** Erases the cookie, which identifies the visitor; the rest of the assessment stays. */
  eraseVisitors: async (conversionIds: readonly string[]): Promise<void> => {
    const where = { _id: { $in: [...conversionIds] } } as never;
    await assessments.collection.updateMany(where, { $set: { visitorId: null } });
  },
  /** @throws a duplicate key error when another instance has assessed one of the conversions */
  create: async (created: readonly Assessment[]): Promise<void> => {
    const rows = created.map(rowOf) as never[];
    await assessments.collection.insertMany(rows, session === undefined ? {} : { session });
  },
});
