import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { SCHEDULES_PATH, scheduleSchema, scheduleView } from '../../views/report-schedule-view.ts';
import { getSchedule } from '../../workflows/report-schedules.ts';

export const getReportScheduleRoute = (deps: Deps) =>
  route({
    operationId: 'getReportSchedule',
    method: 'get',
    path: `${SCHEDULES_PATH}/:schedule_id`,
    summary: 'A report that comes by itself',
    description: 'The schedule with its terms and the time of its next report.',
    allow: ['affiliate'],
    permission: 'analytics:read',
    params: z.object({ schedule_id: z.uuid() }),
    response: scheduleSchema,
    handle: async ({ params, actor }) =>
      scheduleView(await getSchedule(deps, params.schedule_id, actor.id)),
  });
