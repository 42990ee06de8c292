import type { Collections, PayoutScheduleDoc, Session } from './collections.ts';

/** Our copy of how often payout pays affiliates by itself. */
export const payoutScheduleStore = ({ payoutSchedules }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** An affiliate's frequency; null where nothing is paid by itself. */
    frequencyOf: async (affiliateId: string): Promise<PayoutScheduleDoc['frequency']> =>
      (await payoutSchedules.findOne({ _id: affiliateId }, options))?.frequency ?? null,

    /** Keeps the newest: an older one that arrives late changes nothing. */
    save: async ({ _id, ...schedule }: PayoutScheduleDoc): Promise<void> => {
      const known = await payoutSchedules.findOne({ _id }, options);
      if (known !== null && known.changedAt > schedule.changedAt) return;
      await payoutSchedules.replaceOne({ _id }, schedule, { ...options, upsert: true });
    },
  };
};
