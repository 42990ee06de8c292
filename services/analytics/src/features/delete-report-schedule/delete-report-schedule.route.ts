import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { SCHEDULES_PATH, unknownSchedule } from '../../views/report-schedule-view.ts';

export const deleteReportScheduleRoute = ({ schedules }: Deps) =>
  route({
    operationId: 'deleteReportSchedule',
    method: 'delete',
    path: `${SCHEDULES_PATH}/:schedule_id`,
    summary: 'Has a report sent no more',
    allow: ['affiliate'],
    permission: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      if (!(await schedules.remove(params.schedule_id, actor.id))) {
        throw unknownSchedule();
      }
      return { success: true, message: 'The report comes no more' };
    },
  });
