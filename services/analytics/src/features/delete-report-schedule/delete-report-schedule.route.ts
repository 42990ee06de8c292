import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { SCHEDULES_PATH } from '../../views/report-schedule-view.ts';
import { deleteSchedule } from '../../workflows/report-schedules.ts';

export const deleteReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'deleteReportSchedule',
    method: 'delete',
    path: `${SCHEDULES_PATH}/:schedule_id`,
    summary: 'Has a report sent no more',
    description: 'Reports that were made stay.',
    allow: ['affiliate'],
    permission: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      await deleteSchedule(deps)({ id: params.schedule_id, accountId: actor.id });
      return { success: true, message: 'The report comes no more' };
    },
  });
