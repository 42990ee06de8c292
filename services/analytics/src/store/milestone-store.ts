import { type Session } from '@tributary/mongo';
import { type Subject } from '../domain/milestone.ts';
import { type Collections } from './collections.ts';
import { type FigureReaders, type SubjectTotal } from './figures-port.ts';

export const milestoneStore = ({ milestones }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Which of these were published. */
    findPublished: async (ids: readonly string[]): Promise<Set<string>> => {
      const rows = await milestones.find({ _id: { $in: [...ids] } }, inSession).toArray();
      return new Set(rows.map(({ _id }) => _id));
    },
    /** Records them as published; a duplicate key means that another instance was first. */
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

/** Few enough that the cursor does not time out while they are checked. */
const BATCH = 500;

/** Totals of all time, for milestones. */
export const totalStore = ({ clickDays, conversionDays }: Collections): FigureReaders['totals'] => {
  const totalOf = async ({ kind, id, currency }: Subject): Promise<SubjectTotal | undefined> => {
    if (kind === 'clicks') {
      const counted = {
        $sum: { $add: [{ $ifNull: ['$unique', 0] }, { $ifNull: ['$duplicate', 0] }] },
      };
      const [row] = await clickDays
        .aggregate<SubjectTotal>([
          { $match: { linkId: id, further: false } },
          { $group: { _id: null, total: counted, ...owners } },
        ])
        .toArray();
      return row;
    }
    const figure = kind === 'conversions' ? '$conversions' : '$revenueMinor';
    const [row] = await conversionDays
      .aggregate<SubjectTotal>([
        {
          $match: { campaignId: id, further: false, ...(currency === null ? {} : { currency }) },
        },
        { $group: { _id: null, total: { $sum: figure }, ...owners } },
      ])
      .toArray();
    return row;
  };

  return {
    totalOf,
    subjectsSince: async function* (day: Date): AsyncGenerator<Subject> {
      const since = { $match: { further: false, at: { $gte: day } } };
      const read = { allowDiskUse: true, batchSize: BATCH };
      const links = clickDays.aggregate<{ _id: string | null }>(
        [since, { $group: { _id: '$linkId' } }],
        read,
      );
      for await (const { _id: id } of links) {
        if (id !== null) yield { kind: 'clicks', id, currency: null };
      }
      const currencies = { $addToSet: '$currency' };
      const campaigns = conversionDays.aggregate<{ _id: string; currencies: string[] }>(
        [since, { $group: { _id: '$campaignId', currencies } }],
        read,
      );
      for await (const { _id: id, currencies: earnedIn } of campaigns) {
        yield { kind: 'conversions', id, currency: null };
        for (const currency of earnedIn) yield { kind: 'revenue', id, currency };
      }
    },
  };
};
