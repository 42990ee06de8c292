import { revisionOf, type UnpayableReason } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { type Assessment } from '../domain/assessment.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';
import { fraudDayId } from './fraud-figures.ts';

const documentOf = ({ conversionId, ...rest }: Assessment): AssessmentDocument => ({
  _id: conversionId,
  ...rest,
  ...(rest.requiresReview ? { isOpen: true } : {}),
});

/** The stored sums that contain an assessment. */
const fraudDayIds = ({
  brandId,
  campaignId,
  convertedAt,
}: Pick<Assessment, 'brandId' | 'campaignId' | 'convertedAt'>): string[] =>
  [brandId, campaignId].map((of) => fraudDayId(of, convertedAt));

/** Documents of earlier versions lack fields that those versions did not store. */
export const assessmentOf = ({
  _id,
  isOpen: _open,
  remindedAt: _reminded,
  ...rest
}: Partial<AssessmentDocument> &
  Omit<AssessmentDocument, 'convertedAt' | 'inputs' | 'visitorId'>): Assessment => ({
  ...rest,
  conversionId: _id,
  convertedAt: rest.convertedAt ?? new Date(rest.assessedAt),
  visitorId: rest.visitorId ?? null,
  inputs: rest.inputs ?? null,
});

/** Assessments, one per conversion, under the conversion's id. */
export const assessmentStore = ({ assessments, fraudDays }: Collections, session?: Session) => ({
  findMany: async (conversionIds: readonly string[]): Promise<Map<string, Assessment>> => {
    const where = { _id: { $in: [...conversionIds] } };
    const query = assessments.find(where, session === undefined ? {} : { session });
    const found = await query.toArray();
    return new Map(found.map((document) => [document._id, assessmentOf(document)]));
  },
  /** Erases the cookie, which identifies the visitor; the rest stays. @returns from how many assessments */
  eraseVisitor: async (_id: string): Promise<number> => {
    const options = session === undefined ? {} : { session };
    const erased = { $set: { visitorId: null } };
    return (await assessments.updateOne({ _id }, erased, options)).matchedCount;
  },
  /** Saves why approved conversions earn nothing; assessments without inputs show no reason. */
  saveUnpayable: async (
    declined: readonly { readonly conversionId: string; readonly reason: UnpayableReason }[],
  ): Promise<void> => {
    const updates = declined.map(({ conversionId: _id, reason }) => ({
      updateOne: {
        filter: { _id, inputs: { $type: 'object' as const } },
        update: { $set: { 'inputs.order.unpayableReason': reason } },
      },
    }));
    await assessments.bulkWrite(updates, session === undefined ? {} : { session });
  },
  /** @throws a duplicate key error when another instance has assessed one of the conversions */
  create: async (created: readonly Assessment[]): Promise<void> => {
    const options = session === undefined ? {} : { session };
    const first = created.filter((one) => revisionOf(one) === 0);
    if (first.length > 0) await assessments.insertMany(first.map(documentOf), options);
    for (const one of created.filter((other) => revisionOf(other) > 0)) {
      const revision = { $not: { $gte: revisionOf(one) } };
      const where = { _id: one.conversionId, revision };
      const earlier = await assessments.findOne(where, options);
      await assessments.replaceOne(where, documentOf(one), { ...options, upsert: true });
      const changed = earlier === null ? [one] : [earlier, one];
      await fraudDays.deleteMany({ _id: { $in: changed.flatMap(fraudDayIds) } }, options);
    }
  },
});
