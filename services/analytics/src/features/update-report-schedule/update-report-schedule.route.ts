import { z } from 'zod';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { nextRun, type Rhythm } from '../../domain/report-calendar.ts';
import { type ScheduleDocument } from '../../store/collections.ts';
import {
  scheduleChanges,
  scheduleSchema,
  SCHEDULES_PATH,
  scheduleView,
  unknownSchedule,
} from '../../views/report-schedule-view.ts';

/** The changed schedule; its next run changes only with its time or frequency. */
function withChanges(
  before: ScheduleDocument,
  given: z.output<typeof scheduleChanges>,
  now: Date,
): ScheduleDocument {
  const { campaign_id: campaignId = before.campaignId, link_id: linkId = before.linkId } = given;
  const rhythm = {
    frequency: given.frequency ?? before.frequency,
    timezone: given.timezone ?? before.timezone,
    hour: given.hour ?? before.hour,
  };
  return {
    ...before,
    ...rhythm,
    campaignId,
    linkId,
    kind: given.kind ?? before.kind,
    format: given.format ?? before.format,
    currency: given.currency ?? before.currency,
    nextAt: isSameRhythm(rhythm, before) ? before.nextAt : nextRun(rhythm, now),
  };
}

const isSameRhythm = (one: Rhythm, other: Rhythm): boolean =>
  one.frequency === other.frequency && one.timezone === other.timezone && one.hour === other.hour;

export const updateReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'updateReportSchedule',
    method: 'put',
    path: `${SCHEDULES_PATH}/:schedule_id`,
    summary: 'Changes a report that comes by itself; what is left out stays',
    allow: ['affiliate'],
    permission: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    body: scheduleChanges,
    response: scheduleSchema,
    handle: ({ params, body: given, actor }) =>
      deps.transaction(async ({ schedules }) => {
        const before = await schedules.find(params.schedule_id, actor.id);
        if (before === undefined) throw unknownSchedule();
        const after = withChanges(before, given, deps.clock.now());
        await schedules.replace(after);
        recordChange({ kind: 'report_schedule', id: after._id, before, after });
        return scheduleView(after);
      }),
  });
