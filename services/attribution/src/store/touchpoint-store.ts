import mongoose from 'mongoose';
import { batchesOf } from './batches.ts';
import { type Models, type TouchpointRow } from './models.ts';

const { MongoBulkWriteError } = mongoose.mongo;
const DUPLICATE_KEY = 11_000;

/** Of one visitor so many of the latest clicks make a path. */
const LONGEST_PATH = 1_000;
const AT_ONCE = 2_000;

type ClickOfVisitor = Pick<TouchpointRow, 'visitorId' | 'affiliateId'>;

const isRepetition = (error: unknown): boolean => {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
};

/** Whose clicks, in which campaigns and when. */
interface Search {
  readonly campaignIds: readonly string[];
  /** By the cookie, or by the device. */
  readonly by: 'visitorId' | 'fingerprint';
  readonly of: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** Clicks that paths are made from. */
export function touchpointStore({ touchpoints }: Models) {
  const rows = touchpoints.collection;
  return {
    /** Adds what is new; a click that comes again changes nothing. */
    add: async (added: readonly TouchpointRow[]): Promise<void> => {
      if (added.length === 0) return;
      // By the driver itself: casting each of a thousand rows costs more than writing them.
      await rows.insertMany([...added] as never[], { ordered: false }).catch((error: unknown) => {
        if (!isRepetition(error)) throw error;
      });
    },
    findMany: async (clickIds: readonly string[]): Promise<Map<string, TouchpointRow>> => {
      if (clickIds.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...clickIds] } } as never).toArray();
      return new Map((found as unknown as TouchpointRow[]).map((row) => [row._id, row]));
    },
    /** The latest clicks of each visitor or device, in any order. */
    listLatest: async (search: Search): Promise<TouchpointRow[]> => {
      const { campaignIds, by, of, from, to } = search;
      if (of.length === 0) return [];
      const match = {
        [by]: { $in: [...new Set(of)] },
        campaignId: { $in: [...new Set(campaignIds)] },
        occurredAt: { $gt: from, $lte: to },
      };
      const latest = { n: LONGEST_PATH, sortBy: { occurredAt: -1, _id: -1 }, output: '$$ROOT' };
      const group = { _id: { of: `$${by}`, campaign: '$campaignId' }, rows: { $topN: latest } };
      return rows
        .aggregate<TouchpointRow>([
          { $match: match },
          { $group: group },
          { $unwind: '$rows' },
          { $replaceRoot: { newRoot: '$rows' } },
        ])
        .toArray();
    },
    /**
     * The campaign's clicks since then, visitor by visitor, each one's oldest first: in the order of an
     * index, so that a hundred thousand visitors take no memory.
     */
    streamByVisitor: (campaignId: string, since: Date): AsyncIterable<ClickOfVisitor[]> => {
      const cursor = rows
        .find({ campaignId, occurredAt: { $gte: since } } as never, {
          projection: { _id: 0, visitorId: 1, affiliateId: 1 },
          batchSize: AT_ONCE,
        })
        .hint({ campaignId: 1, visitorId: 1, occurredAt: 1, affiliateId: 1 })
        .sort({ campaignId: 1, visitorId: 1, occurredAt: 1 });
      return batchesOf(cursor as unknown as Parameters<typeof batchesOf<ClickOfVisitor>>[0]);
    },
  };
}
