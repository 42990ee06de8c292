import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  scheduleChanges,
  scheduleFieldsOf,
  SCHEDULES_PATH,
  scheduleSchema,
  scheduleView,
} from '../../views/report-schedule-view.ts';
import { updateSchedule } from '../../workflows/report-schedules.ts';

export const updateReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'updateReportSchedule',
    method: 'put',
    path: `${SCHEDULES_PATH}/:schedule_id`,
    summary: 'Changes a report that comes by itself; what is left out stays',
    description: 'The next report comes by the new plan.',
    allow: ['affiliate'],
    permission: 'analytics:write',
    params: z.object({ schedule_id: z.uuid() }),
    body: scheduleChanges,
    response: scheduleSchema,
    handle: async ({ params, body, actor }) => {
      const named = { id: params.schedule_id, accountId: actor.id };
      return scheduleView(await updateSchedule(deps)(named, scheduleFieldsOf(body)));
    },
  });
