import { conflict } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { nextRun } from '../../domain/report-calendar.ts';
import { SCHEDULES_AT_MOST } from '../../domain/schedule.ts';
import {
  newSchedule,
  scheduleSchema,
  SCHEDULES_PATH,
  scheduleView,
} from '../../views/report-schedule-view.ts';

export const createReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'createReportSchedule',
    method: 'post',
    path: SCHEDULES_PATH,
    summary: 'Has a report sent by itself, daily, weekly or monthly',
    description:
      'At the given hour of the zone, of the day, week (from Monday) or month that has ended, by e-mail with a link to the file.',
    allow: ['affiliate'],
    permission: 'analytics:write',
    body: newSchedule,
    idempotent: true,
    status: 201,
    response: scheduleSchema,
    errors: { too_many_schedules: `409: at most ${String(SCHEDULES_AT_MOST)}` },
    handle: ({ body: given, actor }) =>
      deps.transaction(async ({ schedules }) => {
        if ((await schedules.list(actor.id)).length >= SCHEDULES_AT_MOST) {
          throw conflict('too_many_schedules', {
            message: `At most ${String(SCHEDULES_AT_MOST)} reports come by themselves`,
          });
        }
        const { campaign_id: campaignId, link_id: linkId, ...rest } = given;
        const createdAt = deps.clock.now();
        const nextAt = nextRun(given, createdAt);
        const owner = { _id: deps.newId(), affiliateId: actor.id };
        const schedule = { ...owner, ...rest, campaignId, linkId, nextAt, createdAt };
        await schedules.create(schedule);
        recordChange({ kind: 'report_schedule', id: schedule._id, after: schedule });
        return scheduleView(schedule);
      }),
  });
