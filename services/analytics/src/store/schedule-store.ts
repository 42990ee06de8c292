import { NEWEST_FIRST, type Session } from '@tributary/mongo';
import { type Collections, type ScheduleDocument } from './collections.ts';

export const scheduleStore = ({ schedules }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    create: async (schedule: ScheduleDocument): Promise<void> => {
      await schedules.insertOne(schedule, inSession);
    },
    list: (affiliateId: string): Promise<ScheduleDocument[]> =>
      schedules.find({ affiliateId }, inSession).sort(NEWEST_FIRST).toArray(),
    find: async (id: string, affiliateId: string): Promise<ScheduleDocument | undefined> =>
      (await schedules.findOne({ _id: id, affiliateId }, inSession)) ?? undefined,
    replace: async ({ _id, ...fields }: ScheduleDocument): Promise<void> => {
      await schedules.replaceOne({ _id }, fields, inSession);
    },
    /** The removed schedule; undefined where this affiliate has no such schedule. */
    remove: async (id: string, affiliateId: string): Promise<ScheduleDocument | undefined> =>
      (await schedules.findOneAndDelete({ _id: id, affiliateId }, inSession)) ?? undefined,
    listDue: (now: Date, limit: number): Promise<ScheduleDocument[]> =>
      schedules
        .find({ nextAt: { $lte: now } }, inSession)
        .sort({ nextAt: 1 })
        .limit(limit)
        .toArray(),
    /** Sets the next run. False where another instance did, or the schedule was deleted. */
    advance: async ({ _id, nextAt }: ScheduleDocument, to: Date): Promise<boolean> => {
      const moved = { $set: { nextAt: to } };
      const { matchedCount } = await schedules.updateOne({ _id, nextAt }, moved, inSession);
      return matchedCount === 1;
    },
  };
};
