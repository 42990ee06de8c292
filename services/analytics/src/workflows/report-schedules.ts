import { conflict, notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { nextRun, type Rhythm } from '../domain/report-calendar.ts';
import { type ReportSchedule, SCHEDULES_AT_MOST } from '../domain/schedule.ts';
import { type ScheduleDocument } from '../store/collections.ts';

const unknownSchedule = () => notFound('not_found', { message: 'There is no such record' });

export const scheduleErrors = {
  too_many_schedules: `409: at most ${String(SCHEDULES_AT_MOST)}`,
} as const;

/** This account's schedule. @throws not_found */
export async function getSchedule(
  { schedules }: Pick<Deps, 'schedules'>,
  id: string,
  accountId: string,
): Promise<ScheduleDocument> {
  const found = await schedules.find(id, accountId);
  if (found === undefined) throw unknownSchedule();
  return found;
}

/** Adds a schedule. @throws conflict `too_many_schedules` */
export const createSchedule =
  (deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  (given: Omit<ReportSchedule, 'createdAt' | 'nextAt'>): Promise<ScheduleDocument> =>
    deps.transaction(async ({ schedules }) => {
      if ((await schedules.list(given.affiliateId)).length >= SCHEDULES_AT_MOST) {
        throw conflict('too_many_schedules', {
          message: `At most ${String(SCHEDULES_AT_MOST)} reports come by themselves`,
        });
      }
      const createdAt = deps.clock.now();
      const nextAt = nextRun(given, createdAt);
      const schedule = { ...given, _id: deps.newId(), nextAt, createdAt };
      await schedules.create(schedule);
      recordChange({ kind: 'report_schedule', id: schedule._id, after: schedule });
      return schedule;
    });

type Changes = Partial<Omit<ReportSchedule, 'affiliateId' | 'createdAt' | 'nextAt'>>;

/** The changed schedule; its next run changes only with its time or frequency. */
function withChanges(before: ScheduleDocument, changes: Changes, now: Date): ScheduleDocument {
  const after = { ...before, ...changes };
  return isSameRhythm(after, before) ? after : { ...after, nextAt: nextRun(after, now) };
}

const isSameRhythm = (one: Rhythm, other: Rhythm): boolean =>
  one.frequency === other.frequency && one.timezone === other.timezone && one.hour === other.hour;

interface Named {
  readonly id: string;
  readonly accountId: string;
}

/** Changes a schedule; what is left out stays. @throws not_found */
export const updateSchedule =
  (deps: Pick<Deps, 'clock' | 'transaction'>) =>
  ({ id, accountId }: Named, changes: Changes): Promise<ScheduleDocument> =>
    deps.transaction(async ({ schedules }) => {
      const before = await getSchedule({ schedules }, id, accountId);
      const after = withChanges(before, changes, deps.clock.now());
      await schedules.replace(after);
      recordChange({ kind: 'report_schedule', id, before, after });
      return after;
    });

/** Removes a schedule. @throws not_found */
export const deleteSchedule =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ id, accountId }: Named): Promise<void> =>
    transaction(async ({ schedules }) => {
      const before = await schedules.remove(id, accountId);
      if (before === undefined) throw unknownSchedule();
      recordChange({ kind: 'report_schedule', id, before });
    });
