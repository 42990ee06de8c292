import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  BRAND_SCHEDULES_PATH,
  brandScheduleSchema,
  brandScheduleView,
} from '../../views/report-schedule-view.ts';
import { getSchedule } from '../../workflows/report-schedules.ts';

export const getBrandReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'getBrandReportSchedule',
    method: 'get',
    path: `${BRAND_SCHEDULES_PATH}/:schedule_id`,
    summary: 'A report of a brand that comes by itself',
    description: 'The schedule with its terms and the time of its next report.',
    allow: ['brand'],
    permission: 'analytics:read',
    params: z.object({ schedule_id: z.uuid() }),
    response: brandScheduleSchema,
    handle: async ({ params, actor }) =>
      brandScheduleView(await getSchedule(deps, params.schedule_id, actor.id)),
  });
