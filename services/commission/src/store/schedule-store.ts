import type { Collections, ScheduleDoc, Session } from './collections.ts';

/** Our copy of how often affiliates are paid by themselves. */
export const scheduleStore = ({ payoutSchedules }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (affiliateId: string): Promise<ScheduleDoc | undefined> =>
      (await payoutSchedules.findOne({ _id: affiliateId }, options)) ?? undefined,

    /** Keeps the newest: an older word that arrives late changes nothing. */
    save: async ({ _id, ...facts }: ScheduleDoc): Promise<void> => {
      const known = await payoutSchedules.findOne({ _id }, options);
      if (known !== null && known.changedAt > facts.changedAt) return;
      await payoutSchedules.replaceOne({ _id }, facts, { ...options, upsert: true });
    },
  };
};
