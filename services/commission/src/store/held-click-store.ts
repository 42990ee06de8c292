import { type Session, withoutUndefined } from '@tributary/mongo';
import type mongoose from 'mongoose';
import type { UnitKind } from '../domain/unit-batch.ts';
import type { ClickDocument } from './click-collections.ts';
import type { Collections } from './collections.ts';

/** Which held clicks of a campaign; absent fields match all. */
export interface HeldFilter {
  readonly campaignId: string;
  readonly affiliateId?: string | undefined;
  readonly kind?: UnitKind | undefined;
  readonly reason?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** A time range, the end excluded. */
  readonly between?: { readonly from: Date; readonly until: Date } | undefined;
}

const heldQuery = ({
  ids,
  between,
  ...fields
}: HeldFilter): mongoose.mongo.Filter<ClickDocument> => ({
  status: 'held',
  ...withoutUndefined(fields),
  ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
  ...(between === undefined ? {} : { at: { $gte: between.from, $lt: between.until } }),
});

/** Clicks and impressions that wait for a person's review. */
export const heldClickStore = ({ paidClicks }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  /** @throws where one of them is no longer held */
  const changeHeld = async (
    ids: readonly string[],
    change: mongoose.mongo.UpdateFilter<ClickDocument>,
  ): Promise<void> => {
    const held = { _id: { $in: [...ids] }, status: 'held' as const };
    const { modifiedCount } = await paidClicks.updateMany(held, change, options);
    if (modifiedCount !== ids.length) throw new Error('A click was reviewed already');
  };
  return {
    /** Held ones, the oldest first. */
    list: (filter: HeldFilter, page: { skip: number; limit: number }): Promise<ClickDocument[]> =>
      paidClicks
        .find(heldQuery(filter), options)
        .sort({ at: 1, _id: 1 })
        .skip(page.skip)
        .limit(page.limit)
        .toArray(),

    count: (filter: HeldFilter): Promise<number> =>
      paidClicks.countDocuments(heldQuery(filter), options),

    /** Held ones whose review has ended. */
    listOverdue: (now: Date, limit: number): Promise<ClickDocument[]> =>
      paidClicks
        .find({ status: 'held', reviewUntil: { $lte: now } }, options)
        .limit(limit)
        .toArray(),

    /** Makes held ones payable; they wait for their commission. */
    release: async (ids: readonly string[], by: string, at: Date): Promise<void> => {
      const $set = { status: 'payable', isBooked: false, isReleased: true } as const;
      const reviewed = { reviewedBy: by, reviewedAt: at };
      const change = {
        $set: { ...$set, ...reviewed },
        $unset: { reason: '', reviewUntil: '' },
      } as const;
      await changeHeld(ids, change);
    },

    /** Refuses held ones for good. */
    refuse: async (
      ids: readonly string[],
      refusal: { readonly reason: string; readonly by: string | null; readonly at: Date },
    ): Promise<void> => {
      const { reason, by, at } = refusal;
      const $set = { status: 'refused', reason, reviewedBy: by, reviewedAt: at } as const;
      const change = { $set, $unset: { reviewUntil: '' } } as const;
      await changeHeld(ids, change);
    },
  };
};
