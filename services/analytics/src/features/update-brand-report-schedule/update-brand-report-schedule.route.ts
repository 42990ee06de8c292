import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  BRAND_SCHEDULES_PATH,
  brandScheduleChanges,
  brandScheduleSchema,
  brandScheduleView,
  scheduleFieldsOf,
} from '../../views/report-schedule-view.ts';
import { updateSchedule } from '../../workflows/report-schedules.ts';

export const updateBrandReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'updateBrandReportSchedule',
    method: 'put',
    path: `${BRAND_SCHEDULES_PATH}/:schedule_id`,
    summary: 'Changes a report of a brand that comes by itself; what is left out stays',
    description: 'The next report follows the new terms.',
    allow: ['brand'],
    permission: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    body: brandScheduleChanges,
    response: brandScheduleSchema,
    handle: async ({ params, body, actor }) => {
      const named = { id: params.schedule_id, accountId: actor.id };
      return brandScheduleView(await updateSchedule(deps)(named, scheduleFieldsOf(body)));
    },
  });
