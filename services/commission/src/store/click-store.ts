import type { Session } from '@tributary/mongo';
import type { CommissionTerms } from '@tributary/contracts';
import type { Spent, UnitKind } from '../domain/unit-batch.ts';
import type { ClickDocument, Collections } from './collections.ts';

/** A group of unbooked clicks or impressions of one affiliate on one campaign, which share a commission. */
export interface WaitingClicks {
  readonly kind?: UnitKind;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly terms: CommissionTerms;
}

/** The fields that identify a group, in the order of its key. */
const groupFields = ['kind', 'affiliateId', 'campaignId', 'brandId', 'terms'] as const;

const DUPLICATE_KEY = 11_000;

const isOnlyDuplicates = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;

/** Clicks and impressions that campaigns pay for, each once by its id. */
export const clickStore = ({ paidClicks }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Inserts the new ones; stored ones stay as they are. Not for use in a transaction. */
    addMany: async (clicks: readonly ClickDocument[]): Promise<void> => {
      if (clicks.length === 0) return;
      try {
        await paidClicks.insertMany([...clicks], { ordered: false });
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error;
      }
    },

    /** @param isEnough whether this many of a group can be booked */
    listWaiting: async (
      limit: number,
      isEnough: (group: WaitingClicks, count: number) => boolean,
    ): Promise<WaitingClicks[]> => {
      const key = Object.fromEntries(groupFields.map((field) => [field, `$${field}`]));
      const rows = paidClicks.aggregate<{ _id: WaitingClicks; count: number }>(
        [{ $match: { isBooked: false } }, { $group: { _id: key, count: { $sum: 1 } } }],
        { hint: 'waiting' },
      );
      const found: WaitingClicks[] = [];
      for await (const { _id: group, count } of rows) {
        if (isEnough(group, count)) found.push(group);
        if (found.length === limit) break;
      }
      return found;
    },

    /** The oldest unbooked ones of a group. */
    takeWaiting: async (waiting: WaitingClicks, limit: number): Promise<ClickDocument[]> => {
      const { affiliateId, campaignId, terms, kind } = waiting;
      const ofKind = { kind: kind ?? { $exists: false } };
      const query = { affiliateId, campaignId, isBooked: false, terms, ...ofKind };
      return paidClicks.find(query, options).sort({ at: 1, _id: 1 }).limit(limit).toArray();
    },

    /**
     * @param unpaidBecause absent where they are paid
     * @throws where one of them is booked already
     */
    markBooked: async (
      ids: readonly string[],
      unpaidBecause?: NonNullable<ClickDocument['unpaidBecause']>,
    ): Promise<void> => {
      const waiting = { _id: { $in: [...ids] }, isBooked: false };
      const why = unpaidBecause === undefined ? {} : { unpaidBecause };
      const change = { $set: { isBooked: true, ...why } };
      const result = await paidClicks.updateMany(waiting, change, options);
      if (result.modifiedCount !== ids.length) throw new Error('A click was booked already');
    },
  };
};

/** The spending of campaigns with limits on clicks and impressions. */
export const spendingStore = ({ campaignSpending }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (campaignId: string): Promise<Spent> =>
      (await campaignSpending.findOne({ _id: campaignId }, options))?.spent ?? {},

    save: async (campaignId: string, spent: Spent): Promise<void> => {
      const change = { $set: { spent } };
      await campaignSpending.updateOne({ _id: campaignId }, change, { ...options, upsert: true });
    },
  };
};
