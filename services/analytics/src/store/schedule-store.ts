import { type ReportSchedule } from '../domain/schedule.ts';
import { type Collections, type Session } from './collections.ts';

/** A schedule. Shard key: affiliateId. Kept until its affiliate removes it. */
export interface ScheduleDoc extends ReportSchedule {
  readonly _id: string;
}

export const scheduleStore = ({ schedules }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    create: async (schedule: ScheduleDoc): Promise<void> => {
      await schedules.insertOne(schedule, inSession);
    },
    list: (affiliateId: string): Promise<ScheduleDoc[]> =>
      schedules.find({ affiliateId }, inSession).sort({ createdAt: -1, _id: -1 }).toArray(),
    find: async (id: string, affiliateId: string): Promise<ScheduleDoc | undefined> =>
      (await schedules.findOne({ _id: id, affiliateId }, inSession)) ?? undefined,
    replace: async ({ _id, ...fields }: ScheduleDoc): Promise<void> => {
      await schedules.replaceOne({ _id }, fields, inSession);
    },
    /** False where it is not this affiliate's. */
    remove: async (id: string, affiliateId: string): Promise<boolean> => {
      const { deletedCount } = await schedules.deleteOne({ _id: id, affiliateId }, inSession);
      return deletedCount === 1;
    },
    listDue: (now: Date, limit: number): Promise<ScheduleDoc[]> =>
      schedules
        .find({ nextAt: { $lte: now } }, inSession)
        .sort({ nextAt: 1 })
        .limit(limit)
        .toArray(),
    /** Moves it to its next run. False where somebody else did, or it is gone. */
    advance: async ({ _id, nextAt }: ScheduleDoc, to: Date): Promise<boolean> => {
      const moved = { $set: { nextAt: to } };
      const { matchedCount } = await schedules.updateOne({ _id, nextAt }, moved, inSession);
      return matchedCount === 1;
    },
  };
};
