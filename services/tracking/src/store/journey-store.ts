import { opensPage } from '@tributary/contracts';
import { listLatestOfEach } from '@tributary/mongo';
import { type PagePosition } from '../domain/page-position.ts';
import { BY_DEVICE, BY_VISITOR, HELD_OUT_BY_VISITOR } from './click-indexes.ts';
import { type ClickDocument, type Collections } from './collections.ts';

/** The latest clicks of a visitor or a device that make a journey. */
const MAX_TOUCHES = 200;
const BY_TIME = { occurredAt: 1 } as const;

const TOUCH = {
  campaignId: 1,
  visitorId: 1,
  affiliateId: 1,
  linkId: 1,
  occurredAt: 1,
  navigated: 1,
  fetchMetadata: 1,
  fingerprint: 1,
} as const;

/** A click of a journey. */
export interface JourneyTouch extends Pick<
  ClickDocument,
  'campaignId' | 'visitorId' | 'affiliateId' | 'linkId' | 'occurredAt' | 'fingerprint'
> {
  readonly clickId: string;
  /** Whether the click opened a page; null where the browser did not state it. */
  readonly navigated: boolean | null;
}

export interface JourneySearch {
  readonly campaignIds: readonly string[];
  readonly by: 'visitorId' | 'fingerprint';
  readonly of: readonly string[];
  /** Excluded. */
  readonly from: Date;
  readonly to: Date;
}

/** A click of a campaign's visitor. */
export interface VisitRow extends Pick<ClickDocument, 'visitorId' | 'affiliateId' | 'occurredAt'> {
  readonly isHeldOut: boolean;
}
/** A click with what its visitor is counted by. */
export type VisitorRow = Pick<
  ClickDocument,
  'campaignId' | 'affiliateId' | 'visitorId' | 'ip' | 'occurredAt' | 'countable'
>;

/** Documents of the version before have the metadata instead. */
const navigatedOf = ({ navigated, fetchMetadata }: ClickDocument): boolean | null =>
  navigated ?? (fetchMetadata === undefined ? null : opensPage({ fetchMetadata }));

const touchOf = (document: ClickDocument): JourneyTouch => {
  const { _id, campaignId, visitorId, affiliateId, linkId, occurredAt, fingerprint } = document;
  return {
    clickId: _id,
    campaignId,
    visitorId,
    affiliateId,
    linkId,
    occurredAt,
    navigated: navigatedOf(document),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
};

const journeys = ({ clicks }: Collections) => ({
  /** Those of these clicks that can earn, by id. */
  findEarning: async (clickIds: readonly string[]): Promise<Map<string, JourneyTouch>> => {
    if (clickIds.length === 0) return new Map();
    const among = { _id: { $in: [...clickIds] }, countable: true };
    const found = await clicks.find(among, { projection: TOUCH }).toArray();
    return new Map(found.map((document) => [document._id, touchOf(document)]));
  },

  /** The latest clicks of each visitor or device in each campaign, in any order. */
  listLatest: async (search: JourneySearch): Promise<JourneyTouch[]> => {
    const { campaignIds, by, of, from, to } = search;
    const rows = await listLatestOfEach<ClickDocument, 'campaignId' | typeof by, ClickDocument>(
      clicks,
      {
        of: [
          ['campaignId', campaignIds],
          [by, of],
        ],
        by: 'occurredAt',
        most: MAX_TOUCHES,
        where: {
          // The type condition selects the partial index of devices.
          [by]: { $type: 'string' },
          countable: true,
          occurredAt: { $gt: from, $lte: to },
        },
        projection: TOUCH,
        index: by === 'visitorId' ? BY_VISITOR : BY_DEVICE,
      },
    );
    return rows.map(touchOf);
  },
});

interface PageOfClicks {
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

const VISIT = { _id: 0, visitorId: 1, affiliateId: 1, occurredAt: 1 } as const;

const byVisitor = (one: VisitRow, other: VisitRow): number =>
  one.visitorId === other.visitorId
    ? one.occurredAt.getTime() - other.occurredAt.getTime()
    : one.visitorId < other.visitorId
      ? -1
      : 1;

/** Clicks of each kind in the order of visitors and times, by an index that holds no others. */
const visitQueries = {
  earning: {
    filter: { countable: true },
    index: BY_VISITOR,
    order: { campaignId: 1, visitorId: 1, occurredAt: 1 },
  },
  heldOut: {
    filter: { validity: 'held_out' },
    index: HELD_OUT_BY_VISITOR,
    order: { campaignId: 1, validity: 1, visitorId: 1, occurredAt: 1 },
  },
} as const;

/**
 * A page of a campaign's clicks since then that can earn, and of held-out visitors where they are wanted, visitor by
 * visitor, each visitor's oldest click first.
 */
const listVisits =
  (clicks: Collections['clicks']) =>
  async (
    campaignId: string,
    since: Date,
    { after, limit, withHeldOut }: PageOfClicks & { readonly withHeldOut: boolean },
  ): Promise<VisitRow[]> => {
    const place =
      after === undefined
        ? {}
        : {
            $or: [
              { visitorId: { $gt: after.of } },
              { visitorId: after.of, occurredAt: { $gte: after.at } },
            ],
          };
    const read = after?.read ?? 0;
    const listOf = async (kind: keyof typeof visitQueries): Promise<VisitRow[]> => {
      const { filter, index, order } = visitQueries[kind];
      const rows = await clicks
        .find({ campaignId, ...filter, occurredAt: { $gte: since }, ...place })
        .project<Omit<VisitRow, 'isHeldOut'>>(VISIT)
        .hint(index)
        .sort(order)
        .limit(read + limit)
        .toArray();
      return rows.map((row) => ({ ...row, isHeldOut: kind === 'heldOut' }));
    };
    const kinds = withHeldOut ? (['earning', 'heldOut'] as const) : (['earning'] as const);
    const all = await Promise.all(kinds.map(listOf));
    return all
      .flat()
      .sort(byVisitor)
      .slice(read, read + limit);
  };

const pages = ({ clicks }: Collections) => ({
  listVisits: listVisits(clicks),

  /** A page of all clicks since then, the oldest first, those that cannot earn included. */
  listVisitors: (since: Date, { after, limit }: PageOfClicks): Promise<VisitorRow[]> => {
    return clicks
      .find({ occurredAt: { $gte: after?.at ?? since } })
      .project<VisitorRow>({
        _id: 0,
        campaignId: 1,
        affiliateId: 1,
        visitorId: 1,
        ip: 1,
        occurredAt: 1,
        countable: 1,
      })
      .hint(BY_TIME)
      .sort(BY_TIME)
      .skip(after?.read ?? 0)
      .limit(limit)
      .toArray();
  },
});

/** Stored clicks that can earn, as journeys and counts of visitors need them. */
export const journeyStore = (collections: Collections) => ({
  ...journeys(collections),
  ...pages(collections),
});
