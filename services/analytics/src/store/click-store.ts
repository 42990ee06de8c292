import { type PageRequest, type Session, withoutUndefined } from '@tributary/mongo';
import { type Period } from '../domain/period.ts';
import { type Traits, traitsOf } from '../domain/rollup.ts';
import { type AwaitedClickDocument, type ClickDocument, type Collections } from './collections.ts';

export interface ClickFilter {
  readonly affiliateId: string;
  readonly period: Period;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
}

const matching = ({ affiliateId, period, campaignId, linkId }: ClickFilter) => ({
  affiliateId,
  occurredAt: { $gte: period.start, $lt: period.end },
  ...withoutUndefined({ campaignId, linkId }),
});

/** The index that contains exactly the clicks of the query, in the order of the list. */
function indexFor({ linkId, campaignId }: ClickFilter): 'link' | 'campaign' | 'affiliate' {
  if (linkId !== undefined) return 'link';
  return campaignId === undefined ? 'affiliate' : 'campaign';
}

const isAwaited = (row: ClickDocument | AwaitedClickDocument): row is AwaitedClickDocument =>
  'awaited' in row;

export const clickStore = (collections: Collections, session?: Session) => {
  const { clicks } = collections;
  const inSession = session === undefined ? {} : { session };
  return {
    /** Which of these clicks are stored, and which of those only as awaited. */
    findKnown: async (
      ids: readonly string[],
    ): Promise<{ known: Set<string>; awaited: string[] }> => {
      const query = clicks.find({ _id: { $in: [...ids] } }, inSession);
      const rows = await query.project<AwaitedClickDocument>({ _id: 1, awaited: 1 }).toArray();
      const awaited = rows.filter(isAwaited).map(({ _id }) => _id);
      return { known: new Set(rows.map(({ _id }) => _id)), awaited };
    },

    /** Saves new clicks and removes the entries of those that were awaited. */
    insert: async (rows: readonly ClickDocument[], awaited: readonly string[]): Promise<void> => {
      if (awaited.length > 0) await clicks.deleteMany({ _id: { $in: [...awaited] } }, inSession);
      if (rows.length > 0) await clicks.insertMany([...rows], inSession);
    },

    /**
     * The visitors' traits by click; clicks that have not arrived are saved as awaited.
     * @param about the clicks' ids, with a time for each that is awaited
     */
    findTraits: async (about: ReadonlyMap<string, Date>): Promise<Map<string, Traits>> => {
      if (about.size === 0) return new Map();
      const rows = await clicks.find({ _id: { $in: [...about.keys()] } }, inSession).toArray();
      const stored = new Set(rows.map(({ _id }) => _id));
      const awaited = [...about]
        .filter(([_id]) => !stored.has(_id))
        .map(([_id, occurredAt]) => ({ _id, occurredAt, awaited: true as const }));
      if (awaited.length > 0) await clicks.insertMany(awaited, inSession);
      const arrived = rows.filter((row): row is ClickDocument => !isAwaited(row));
      return new Map(arrived.map((row) => [row._id, traitsOf(row)]));
    },

    /** One page, newest first. */
    list: async (filter: ClickFilter, page: PageRequest): Promise<ClickDocument[]> => {
      const rows = await clicks
        .find(matching(filter), inSession)
        .sort({ occurredAt: -1, _id: -1 })
        .hint(indexFor(filter))
        .skip(page.skip)
        .limit(page.limit)
        .toArray();
      return rows.filter((row): row is ClickDocument => !isAwaited(row));
    },
  };
};
