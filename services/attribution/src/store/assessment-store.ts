import { type Session } from '@tributary/mongo';
import { type Assessment } from '../domain/assessment.ts';
import { type AssessmentRow, type Models } from './models.ts';

const rowOf = ({ conversionId, ...rest }: Assessment): AssessmentRow => ({
  _id: conversionId,
  ...rest,
  ...(rest.requiresReview ? { isOpen: true } : {}),
});
/** Rows of earlier versions lack what those did not keep. */
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

/** Assessments, one per conversion: its id is theirs. */
export const assessmentStore = ({ assessments }: Models, session?: Session) => ({
  findMany: async (conversionIds: readonly string[]): Promise<Map<string, Assessment>> => {
    const where = { _id: { $in: [...conversionIds] } } as never;
    const query = assessments.collection.find(where, session === undefined ? {} : { session });
    const rows = (await query.toArray()) as unknown as AssessmentRow[];
    return new Map(rows.map((row) => [row._id, assessmentOf(row)]));
  },
  /** What was decided stays; the cookie that would join it to others goes. */
  eraseVisitors: async (conversionIds: readonly string[]): Promise<void> => {
    const where = { _id: { $in: [...conversionIds] } } as never;
    await assessments.collection.updateMany(where, { $set: { visitorId: null } });
  },
  /** A duplicate key passes through: somebody else has assessed one of them meanwhile. */
  create: async (made: readonly Assessment[]): Promise<void> => {
    const rows = made.map(rowOf) as never[];
    await assessments.collection.insertMany(rows, session === undefined ? {} : { session });
  },
});
