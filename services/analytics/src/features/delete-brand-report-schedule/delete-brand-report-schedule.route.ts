import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { BRAND_SCHEDULES_PATH } from '../../views/report-schedule-view.ts';
import { deleteSchedule } from '../../workflows/report-schedules.ts';

export const deleteBrandReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'deleteBrandReportSchedule',
    method: 'delete',
    path: `${BRAND_SCHEDULES_PATH}/:schedule_id`,
    summary: 'Has a report of a brand sent no more',
    description: 'Reports that were sent before remain.',
    allow: ['brand'],
    permission: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      await deleteSchedule(deps)({ id: params.schedule_id, accountId: actor.id });
      return { success: true, message: 'The report comes no more' };
    },
  });
