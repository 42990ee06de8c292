import { revisionOf, type UnpayableReason } from '@tributary/contracts';
import { projectionOf, type Session } from '@tributary/mongo';
import { type Assessment, type ReviewedAssessment } from '../domain/assessment.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';
import { fraudDayId } from './fraud-figures.ts';

type Write = Parameters<Collections['assessments']['bulkWrite']>[0][number];

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

/** Later verdicts on assessed conversions, and which of these are judged again. */
const laterVerdictStore = (assessments: Collections['assessments'], session?: Session) => ({
  /**
   * Saves later verdicts beside the first ones, unless the conversion has been assessed anew meanwhile.
   * @param reviewed those of the conversions that their brand has reviewed: their reviews are not open
   */
  saveSecond: async (
    judged: readonly Assessment[],
    reviewed: ReadonlySet<string>,
  ): Promise<void> => {
    const updates = judged.flatMap(({ conversionId: _id, assessmentId, second }): Write[] => {
      if (second === undefined) return [];
      const filter = { _id, assessmentId };
      if (reviewed.has(_id)) return [{ updateOne: { filter, update: { $set: { second } } } }];
      const open = { $set: { second, isOpen: true as const } };
      const closed = { $set: { second }, $unset: { isOpen: '' as const } };
      const isReminded = { ...filter, remindedAt: { $exists: true } };
      return [
        { updateOne: { filter, update: second.requiresReview ? open : closed } },
        // No further reminder is sent.
        { updateOne: { filter: isReminded, update: { $unset: { isOpen: '' as const } } } },
      ];
    });
    if (updates.length === 0) return;
    await assessments.bulkWrite(updates, session === undefined ? {} : { session });
  },
  /** The conversions with an order in this time, or with an open review since then; ids in pages. */
  streamIds: async function* (
    where: { readonly from: Date; readonly to: Date } | { readonly openSince: Date },
    pageSize: number,
  ): AsyncGenerator<string[]> {
    const filter =
      'from' in where
        ? { convertedAt: { $gte: where.from, $lt: where.to } }
        : { isOpen: true as const, assessedAt: { $gte: where.openSince.toISOString() } };
    const found = assessments.find(filter, { projection: { _id: 1 }, batchSize: pageSize });
    let page: string[] = [];
    for await (const { _id } of found) {
      page.push(_id);
      if (page.length < pageSize) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  },
  /** The latest conversions of a brand since then. */
  listLatest: async (brandId: string, since: Date, limit: number): Promise<string[]> => {
    const found = await assessments
      .find({ brandId, convertedAt: { $gte: since } }, { projection: { _id: 1 } })
      .sort({ convertedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  },
});

const REVIEWED = [
  '_id',
  'brandId',
  'campaignId',
  'affiliateId',
  'fraudScore',
  'isSampled',
  'revision',
] as const;

/** Assessments, one per conversion, under the conversion's id. */
export const assessmentStore = ({ assessments, fraudDays }: Collections, session?: Session) => ({
  findMany: async (conversionIds: readonly string[]): Promise<Map<string, Assessment>> => {
    const where = { _id: { $in: [...conversionIds] } };
    const query = assessments.find(where, session === undefined ? {} : { session });
    const found = await query.toArray();
    return new Map(found.map((document) => [document._id, assessmentOf(document)]));
  },
  /** What reviews of these conversions need, by id, without inputs and factors, which are most of an assessment. */
  findReviewed: async (
    conversionIds: readonly string[],
  ): Promise<Map<string, ReviewedAssessment>> => {
    const found = await assessments
      .find({ _id: { $in: [...conversionIds] } }, session === undefined ? {} : { session })
      .project<Pick<AssessmentDocument, (typeof REVIEWED)[number]>>(projectionOf(REVIEWED))
      .toArray();
    return new Map(found.map(({ _id, ...rest }) => [_id, { ...rest, conversionId: _id }]));
  },
  ...laterVerdictStore(assessments, session),
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
