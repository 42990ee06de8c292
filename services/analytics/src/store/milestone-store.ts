import { type Subject } from '../domain/milestone.ts';
import { type Collections, type Session } from './collections.ts';

/** A milestone that was told. Shard key: _id. Kept for good: each is told once. */
export interface MilestoneDoc {
  /** Its subject's key and its threshold. */
  readonly _id: string;
  readonly toldAt: Date;
}

/** A total and whose it is. */
export interface SubjectTotal {
  readonly total: number;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string | null;
}

export const milestoneStore = ({ milestones }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Which of these were told already. */
    findTold: async (ids: readonly string[]): Promise<Set<string>> => {
      const rows = await milestones.find({ _id: { $in: [...ids] } }, inSession).toArray();
      return new Set(rows.map(({ _id }) => _id));
    },
    /** Notes that they are told; a duplicate key means that somebody else did in this moment. */
    add: async (ids: readonly string[], toldAt: Date): Promise<void> => {
      await milestones.insertMany(
        ids.map((_id) => ({ _id, toldAt })),
        inSession,
      );
    },
  };
};

const owners = {
  brandId: { $first: '$brandId' },
  campaignId: { $first: '$campaignId' },
  affiliateId: { $first: '$affiliateId' },
};

/** Totals of all time, as milestones are counted of. */
export const totalStore = ({ clickSums, conversionSums }: Collections) => {
  const totalOf = async ({ kind, id, currency }: Subject): Promise<SubjectTotal | undefined> => {
    if (kind === 'clicks') {
      const counted = {
        $sum: { $add: [{ $ifNull: ['$unique', 0] }, { $ifNull: ['$duplicate', 0] }] },
      };
      const [row] = await clickSums
        .aggregate<SubjectTotal>([
          { $match: { linkId: id, dimension: 'day' } },
          { $group: { _id: null, total: counted, ...owners } },
        ])
        .toArray();
      return row;
    }
    const figure = kind === 'conversions' ? '$conversions' : '$revenueMinor';
    const [row] = await conversionSums
      .aggregate<SubjectTotal>([
        {
          $match: { campaignId: id, dimension: 'day', ...(currency === null ? {} : { currency }) },
        },
        { $group: { _id: null, total: { $sum: figure }, ...owners } },
      ])
      .toArray();
    return row;
  };

  return {
    totalOf,
    /** What had clicks or conversions since `day`. */
    subjectsSince: async (day: Date): Promise<Subject[]> => {
      const since = { dimension: 'day' as const, at: { $gte: day } };
      const links = await clickSums.distinct('linkId', since);
      const campaigns = await conversionSums
        .aggregate<{ _id: { id: string; currency: string } }>([
          { $match: since },
          { $group: { _id: { id: '$campaignId', currency: '$currency' } } },
        ])
        .toArray();
      const ids = new Set(campaigns.map(({ _id }) => _id.id));
      return [
        ...links.flatMap((id) =>
          id === null ? [] : [{ kind: 'clicks' as const, id, currency: null }],
        ),
        ...[...ids].map((id) => ({ kind: 'conversions' as const, id, currency: null })),
        ...campaigns.map(({ _id }) => ({ kind: 'revenue' as const, ..._id })),
      ];
    },
  };
};
