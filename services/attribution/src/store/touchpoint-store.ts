import mongoose from 'mongoose';
import { batchesOf } from './batches.ts';
import { type Collections, type TouchpointDocument } from './collections.ts';

const { MongoBulkWriteError } = mongoose.mongo;
const DUPLICATE_KEY = 11_000;

/** How many of a visitor's latest clicks make a journey. */
const MAX_TOUCHES = 1_000;
const BATCH_SIZE = 2_000;

type ClickOfVisitor = Pick<TouchpointDocument, 'visitorId' | 'affiliateId'>;

const isDuplicateClick = (error: unknown): boolean => {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
};

interface Search {
  readonly campaignIds: readonly string[];
  /** Cookie or device. */
  readonly by: 'visitorId' | 'fingerprint';
  readonly of: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** Clicks that journeys are made from. */
export function touchpointStore({ touchpoints }: Collections) {
  return {
    /** Adds new clicks; a repeated click changes nothing. */
    add: async (added: readonly TouchpointDocument[]): Promise<void> => {
      if (added.length === 0) return;
      await touchpoints.insertMany([...added], { ordered: false }).catch((error: unknown) => {
        if (!isDuplicateClick(error)) throw error;
      });
    },
    findMany: async (clickIds: readonly string[]): Promise<Map<string, TouchpointDocument>> => {
      if (clickIds.length === 0) return new Map();
      const found = await touchpoints.find({ _id: { $in: [...clickIds] } }).toArray();
      return new Map(found.map((click) => [click._id, click]));
    },
    /** The latest clicks of each visitor or device, in any order. */
    listLatest: async (search: Search): Promise<TouchpointDocument[]> => {
      const { campaignIds, by, of, from, to } = search;
      if (of.length === 0) return [];
      const match = {
        [by]: { $in: [...new Set(of)] },
        campaignId: { $in: [...new Set(campaignIds)] },
        occurredAt: { $gt: from, $lte: to },
      };
      const latest = { n: MAX_TOUCHES, sortBy: { occurredAt: -1, _id: -1 }, output: '$$ROOT' };
      const group = { _id: { of: `$${by}`, campaign: '$campaignId' }, rows: { $topN: latest } };
      return touchpoints
        .aggregate<TouchpointDocument>([
          { $match: match },
          { $group: group },
          { $unwind: '$rows' },
          { $replaceRoot: { newRoot: '$rows' } },
        ])
        .toArray();
    },
    /**
     * The campaign's clicks since then, visitor by visitor, each visitor's oldest click first. Streamed in the
     * order of an index, so that 100,000 visitors take no memory.
     */
    streamByVisitor: (campaignId: string, since: Date): AsyncIterable<ClickOfVisitor[]> => {
      const cursor = touchpoints
        .find<ClickOfVisitor>(
          { campaignId, occurredAt: { $gte: since } },
          {
            projection: { _id: 0, visitorId: 1, affiliateId: 1 },
            batchSize: BATCH_SIZE,
          },
        )
        .hint({ campaignId: 1, visitorId: 1, occurredAt: 1, affiliateId: 1 })
        .sort({ campaignId: 1, visitorId: 1, occurredAt: 1 });
      return batchesOf(cursor);
    },
  };
}
