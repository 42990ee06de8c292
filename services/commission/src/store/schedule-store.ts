import type { Session } from '@tributary/mongo';
import type { Collections, ScheduleDocument } from './collections.ts';

/** A copy of the affiliates' payout schedules. */
export const scheduleStore = ({ payoutSchedules }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (affiliateId: string): Promise<ScheduleDocument | undefined> =>
      (await payoutSchedules.findOne({ _id: affiliateId }, options)) ?? undefined,

    /** Stores the schedule unless a newer one is stored. */
    save: async ({ _id, ...facts }: ScheduleDocument): Promise<void> => {
      const known = await payoutSchedules.findOne({ _id }, options);
      if (known !== null && known.changedAt > facts.changedAt) return;
      await payoutSchedules.replaceOne({ _id }, facts, { ...options, upsert: true });
    },
  };
};
