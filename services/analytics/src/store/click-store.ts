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

/** The index that holds exactly the clicks of the query, in the order of the list. */
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
    /** Which of these clicks are here already, and which only have a place kept for them. */
    findKnown: async (
      ids: readonly string[],
    ): Promise<{ known: Set<string>; awaited: string[] }> => {
      const query = clicks.find({ _id: { $in: [...ids] } }, inSession);
      const rows = await query.project<AwaitedClickDocument>({ _id: 1, awaited: 1 }).toArray();
      const awaited = rows.filter(isAwaited).map(({ _id }) => _id);
      return { known: new Set(rows.map(({ _id }) => _id)), awaited };
    },

    /** Keeps clicks, in the places kept for them where there are any. */
    insert: async (rows: readonly ClickDocument[], awaited: readonly string[]): Promise<void> => {
      if (awaited.length > 0) await clicks.deleteMany({ _id: { $in: [...awaited] } }, inSession);
      if (rows.length > 0) await clicks.insertMany([...rows], inSession);
    },

    /**
     * What clicks say of their visitors; keeps places for those that have not come yet.
     * @param about the clicks' ids, with the moment that is known of each
     */
    findTraits: async (about: ReadonlyMap<string, Date>): Promise<Map<string, Traits>> => {
      if (about.size === 0) return new Map();
      const rows = await clicks.find({ _id: { $in: [...about.keys()] } }, inSession).toArray();
      const kept = new Set(rows.map(({ _id }) => _id));
      const places = [...about]
        .filter(([_id]) => !kept.has(_id))
        .map(([_id, occurredAt]) => ({ _id, occurredAt, awaited: true as const }));
      if (places.length > 0) await clicks.insertMany(places, inSession);
      const come = rows.filter((row): row is ClickDocument => !isAwaited(row));
      return new Map(come.map((row) => [row._id, traitsOf(row)]));
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
