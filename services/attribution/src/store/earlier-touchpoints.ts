import { databaseOf } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import type mongoose from 'mongoose';
import { trafficOwner } from '../domain/click-sums.ts';
import { batchesOf } from './batches.ts';
import { type Collections } from './collections.ts';

const NAME = 'touchpoints';
/** The days that orders look back, and a day on either side. */
const DAYS = 32;

interface Sums {
  readonly _id: { readonly campaignId: string; readonly affiliateId?: string; readonly day: Date };
  readonly clicks: number;
  readonly described: number;
  readonly navigations: number;
  readonly listed: number;
}

const one = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
const sums = {
  clicks: { $sum: 1 },
  described: one({ $in: ['$navigated', [true, false]] }),
  navigations: one({ $eq: ['$navigated', true] }),
  listed: one({ $gt: ['$network', null] }),
};
const day = { $dateTrunc: { date: '$occurredAt', unit: 'day' } };
const owners = [
  { campaignId: '$campaignId', affiliateId: '$affiliateId', day },
  { campaignId: '$campaignId', day },
];

/** Documents of their own beside those that events add to; a repeated run replaces them. */
function replacementOf({ _id: { campaignId, affiliateId, day: at }, ...counted }: Sums) {
  const of = trafficOwner(campaignId, affiliateId);
  const _id = `before:${of}@${at.toISOString().slice(0, 10)}`;
  const replacement = { of, day: at, ...counted };
  return { replaceOne: { filter: { _id, of }, replacement, upsert: true } };
}

/**
 * Sums up the latest clicks that the version before stored one by one, and drops them. A run that was interrupted
 * is repeated without harm.
 * @returns the number of sums
 */
export async function replaceTouchpoints(
  connection: mongoose.Connection,
  { clickSums }: Pick<Collections, 'clickSums'>,
  now: Date,
): Promise<number> {
  const touchpoints = databaseOf(connection).collection(NAME);
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  let replaced = 0;
  for (const _id of owners) {
    const cursor = touchpoints.aggregate<Sums>(
      [{ $match: { occurredAt: { $gte: since } } }, { $group: { _id, ...sums } }],
      { allowDiskUse: true },
    );
    for await (const batch of batchesOf(cursor)) {
      await clickSums.bulkWrite(batch.map(replacementOf), { ordered: false });
      replaced += batch.length;
    }
  }
  await touchpoints.drop();
  return replaced;
}
