import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  newSchedule,
  newScheduleOf,
  SCHEDULES_PATH,
  scheduleSchema,
  scheduleView,
} from '../../views/report-schedule-view.ts';
import { createSchedule, scheduleErrors } from '../../workflows/report-schedules.ts';

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
    errors: scheduleErrors,
    handle: async ({ body, actor }) =>
      scheduleView(await createSchedule(deps)(newScheduleOf(body, actor.id))),
  });
