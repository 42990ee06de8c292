import { z } from 'zod';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { SCHEDULES_PATH, unknownSchedule } from '../../views/report-schedule-view.ts';

export const deleteReportScheduleRoute = ({ transaction }: Deps) =>
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
      await transaction(async ({ schedules }) => {
        const before = await schedules.remove(params.schedule_id, actor.id);
        if (before === undefined) throw unknownSchedule();
        recordChange({ kind: 'report_schedule', id: before._id, before });
      });
      return { success: true, message: 'The report comes no more' };
    },
  });
