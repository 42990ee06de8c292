import { type PageRequest, type Session, withoutUndefined } from '@tributary/mongo';
import { type Period } from '../domain/period.ts';
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
