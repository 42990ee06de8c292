import type { Session } from '@tributary/mongo';
import type { CommissionTerms } from '@tributary/contracts';
import type { Spent, UnitKind } from '../domain/unit-batch.ts';
import type { ClickDocument } from './click-collections.ts';
import type { Collections } from './collections.ts';

/** A group of unbooked clicks or impressions of one affiliate on one campaign, which share a commission. */
export interface WaitingClicks {
  readonly kind?: UnitKind;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly terms: CommissionTerms;
  /** Absent where no person released them. */
  readonly isReleased?: true;
}

/** The fields that identify a group, in the order of its key. */
const groupFields = [
  'kind',
  'affiliateId',
  'campaignId',
  'brandId',
  'terms',
  'isReleased',
] as const;

/** Clicks and impressions that campaigns pay for, each once by its id. */
export const clickStore = ({ paidClicks }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Those of `ids` that are stored. */
    findKnown: async (ids: readonly string[]): Promise<Set<string>> => {
      const query = { _id: { $in: [...ids] } };
      const known = paidClicks.find(query, { ...options, projection: { _id: 1 } });
      return new Set(await known.map(({ _id }) => _id).toArray());
    },

    addMany: async (clicks: readonly ClickDocument[]): Promise<void> => {
      if (clicks.length > 0) await paidClicks.insertMany([...clicks], options);
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
      const { affiliateId, campaignId, terms, kind, isReleased } = waiting;
      const absent = { $exists: false };
      const ofGroup = { kind: kind ?? absent, isReleased: isReleased ?? absent };
      const query = { affiliateId, campaignId, isBooked: false, terms, ...ofGroup };
      return paidClicks.find(query, options).sort({ at: 1, _id: 1 }).limit(limit).toArray();
    },

    /** @throws where one of them is booked already */
    markBooked: async (ids: readonly string[]): Promise<void> => {
      const waiting = { _id: { $in: [...ids] }, isBooked: false };
      const result = await paidClicks.updateMany(waiting, { $set: { isBooked: true } }, options);
      if (result.modifiedCount !== ids.length) throw new Error('A click was booked already');
    },

    /**
     * Holds payable ones for review.
     * @throws where one of them is booked already
     */
    hold: async (
      ids: readonly string[],
      held: { readonly reason: string; readonly reviewUntil: Date },
    ): Promise<void> => {
      const waiting = { _id: { $in: [...ids] }, isBooked: false };
      const $set = { isBooked: true, status: 'held' as const, ...held };
      const result = await paidClicks.updateMany(waiting, { $set }, options);
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
