import { DAY_MS } from '@tributary/units';
import { REVIEW_THRESHOLD } from '../domain/scoring-settings.ts';
import { type FraudFigures } from '../domain/fraud-analysis.ts';
import {
  addUp,
  type AlikeAssessments,
  figuresOf,
  type FraudSums,
  sumsOf,
} from '../domain/fraud-sums.ts';
import { type Collections } from './collections.ts';

export interface FraudFilter {
  readonly brandId: string;
  readonly campaignId?: string | undefined;
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

/** The brand or the campaign of assessments. Both ids begin an index that ends in the time. */
type Owner = { readonly brandId: string } | { readonly campaignId: string };

const one = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });

/** Only the names: evidence texts are most of an assessment's size. */
const contributingFactors = {
  $map: {
    input: { $filter: { input: '$factors', cond: { $gt: ['$$this.contribution', 0] } } },
    in: '$$this.factor',
  },
};

const groupAlike = [
  {
    $project: {
      by: { affiliateId: '$affiliateId', factors: contributingFactors },
      fraudScore: 1,
      requiresReview: 1,
    },
  },
  {
    $group: {
      _id: '$by',
      conversions: { $sum: 1 },
      scores: { $sum: '$fraudScore' },
      highRisk: one({ $gt: ['$fraudScore', REVIEW_THRESHOLD] }),
      flagged: one({ $eq: ['$requiresReview', true] }),
    },
  },
  {
    $project: {
      _id: 0,
      affiliateId: '$_id.affiliateId',
      factors: '$_id.factors',
      conversions: 1,
      scores: 1,
      highRisk: 1,
      flagged: 1,
    },
  },
];

const between = (from: number, to: number) => ({ $gte: new Date(from), $lt: new Date(to) });

/** The id of the stored sums of a brand or campaign on the day of a time. */
export const fraudDayId = (of: string, at: Date): string =>
  `${of}@${at.toISOString().slice(0, 10)}`;

/**
 * Sums of whole days, stored on first use. They are valid as long as the number of the day's assessments is the same,
 * which an index answers: assessments are never deleted, and a changed one deletes the sums of its day.
 */
function openDays({ assessments, fraudDays }: Collections) {
  const sum = async (owner: Owner, from: number, to: number): Promise<FraudSums> => {
    if (from >= to) return sumsOf([]);
    const match = { $match: { ...owner, convertedAt: between(from, to) } };
    return sumsOf(await assessments.aggregate<AlikeAssessments>([match, ...groupAlike]).toArray());
  };
  const countByDay = async (owner: Owner, from: number, to: number) => {
    const found = await assessments
      .aggregate<{ _id: Date; count: number }>([
        { $match: { ...owner, convertedAt: between(from, to) } },
        { $project: { _id: 0, convertedAt: 1 } },
        {
          $group: {
            _id: { $dateTrunc: { date: '$convertedAt', unit: 'day' } },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
    return new Map(found.map(({ _id, count }) => [_id.getTime(), count]));
  };
  const store = async (of: string, owner: Owner, day: number): Promise<FraudSums> => {
    const sums = await sum(owner, day, day + DAY_MS);
    const row = { of, day: new Date(day), ...sums };
    const _id = fraudDayId(of, new Date(day));
    await fraudDays.replaceOne({ _id }, row, { upsert: true });
    return sums;
  };
  const listDays = async (owner: Owner, from: number, to: number): Promise<FraudSums[]> => {
    const of = Object.values(owner)[0] ?? '';
    const [stored, count] = await Promise.all([
      fraudDays.find({ of, day: between(from, to) }).toArray(),
      assessments.countDocuments({ ...owner, convertedAt: between(from, to) }),
    ]);
    if (addUp(stored).conversions === count) return stored;
    const counts = await countByDay(owner, from, to);
    const byDay = new Map<number, FraudSums>(stored.map((row) => [row.day.getTime(), row]));
    for (const [day, now] of counts) {
      if (byDay.get(day)?.conversions !== now) byDay.set(day, await store(of, owner, day));
    }
    return [...byDay.values()];
  };
  return { sum, listDays };
}

/** Figures of a brand's or a campaign's assessments. */
export function fraudFigures(collections: Collections, now: () => Date) {
  const days = openDays(collections);
  const isOfBrand = async ({ brandId, campaignId }: FraudFilter): Promise<boolean> => {
    if (campaignId === undefined) return true;
    const options = { projection: { brandId: 1 } };
    const any = await collections.assessments.findOne({ campaignId }, options);
    return any?.brandId === brandId;
  };
  return {
    /** Brands with a conversion since then. */
    listBrands: async (since: Date): Promise<string[]> =>
      await collections.assessments.distinct('brandId', { convertedAt: { $gte: since } }),
    sum: async (filter: FraudFilter): Promise<FraudFigures> => {
      if (!(await isOfBrand(filter))) return figuresOf(sumsOf([]));
      const { brandId, campaignId } = filter;
      const owner = campaignId === undefined ? { brandId } : { campaignId };
      const [from, to] = [filter.from.getTime(), filter.to.getTime()];
      const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
      const first = Math.ceil(from / DAY_MS) * DAY_MS;
      // Today's sums still change and are not stored.
      const last = Math.min(Math.floor(to / DAY_MS) * DAY_MS, today);
      if (first >= last) return figuresOf(await days.sum(owner, from, to));
      const [head, whole, tail] = await Promise.all([
        days.sum(owner, from, first),
        days.listDays(owner, first, last),
        days.sum(owner, last, to),
      ]);
      return figuresOf(addUp([head, ...whole, tail]));
    },
  };
}
