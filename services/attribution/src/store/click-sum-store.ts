import { findHandled, markHandled, type Mongo, runInTransaction } from '@tributary/mongo';
import { addUpDays, type ClicksOfDay, type ClickSums } from '../domain/click-sums.ts';
import { type Collections } from './collections.ts';
import { type Days } from './daily-histories.ts';

/** What one event adds. */
export interface ClickSumAddition {
  readonly eventId: string;
  readonly days: readonly ClicksOfDay[];
}

const idOf = ({ of, day }: ClicksOfDay): string => `${of}@${day.toISOString().slice(0, 10)}`;

/** In one order everywhere, so that concurrent transactions conflict at their first document. */
const updatesOf = (additions: readonly ClickSumAddition[]) =>
  addUpDays(additions.flatMap(({ days }) => days))
    .map((sum) => ({ _id: idOf(sum), ...sum }))
    .sort((one, other) => (one._id < other._id ? -1 : 1))
    .map(({ _id, of, day, ...sums }) => ({
      updateOne: {
        filter: { _id, of },
        update: { $inc: sums, $setOnInsert: { day } },
        upsert: true,
      },
    }));

/** Clicks that can earn, by affiliate, campaign and day. */
export const clickSumStore = (mongo: Mongo, { clickSums }: Collections) => ({
  /** Adds the sums of events and marks the events as counted, in one transaction: each event counts once. */
  add: (additions: readonly ClickSumAddition[]): Promise<void> =>
    runInTransaction(mongo, async ({ session }) => {
      const byKey = new Map(additions.map((one) => [`click-sums:${one.eventId}`, one]));
      const counted = await findHandled(mongo, [...byKey.keys()], session);
      const fresh = [...byKey].filter(([key]) => !counted.has(key));
      if (fresh.length === 0) return;
      const keys = fresh.map(([key]) => key);
      await markHandled(mongo, keys, session);
      const updates = updatesOf(fresh.map(([, addition]) => addition));
      if (updates.length > 0) await clickSums.bulkWrite(updates, { session });
    }),
  /** The sums over the days by owner; owners without clicks are left out. */
  sumMany: async (owners: readonly string[], day: Days): Promise<Map<string, ClickSums>> => {
    const sums = {
      clicks: { $sum: '$clicks' },
      described: { $sum: '$described' },
      navigations: { $sum: '$navigations' },
      listed: { $sum: '$listed' },
    };
    const found = await clickSums
      .aggregate<ClickSums & { readonly _id: string }>([
        { $match: { of: { $in: [...owners] }, day } },
        { $group: { _id: '$of', ...sums } },
      ])
      .toArray();
    return new Map(found.map(({ _id, ...rest }) => [_id, rest]));
  },
});

export type ClickSumStore = ReturnType<typeof clickSumStore>;
