import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  BRAND_SCHEDULES_PATH,
  brandScheduleSchema,
  brandScheduleView,
  newBrandSchedule,
  newScheduleOf,
} from '../../views/report-schedule-view.ts';
import { createSchedule, scheduleErrors } from '../../workflows/report-schedules.ts';

export const createBrandReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'createBrandReportSchedule',
    method: 'post',
    path: BRAND_SCHEDULES_PATH,
    summary: 'Has a report of a brand sent by itself, daily, weekly or monthly',
    description:
      'At the given hour of the zone, of the day, week (from Monday) or month that has ended, by e-mail with a link to the file.',
    allow: ['brand'],
    permission: 'analytics:write',
    body: newBrandSchedule,
    idempotent: true,
    status: 201,
    response: brandScheduleSchema,
    errors: scheduleErrors,
    handle: async ({ body, actor }) =>
      brandScheduleView(await createSchedule(deps)(newScheduleOf(body, actor.id))),
  });
