import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { SCHEDULES_PATH, scheduleSchema, scheduleView } from '../../views/report-schedule-view.ts';

export const listReportSchedulesRoute = ({ schedules }: Deps) =>
  route({
    operationId: 'listReportSchedules',
    method: 'get',
    path: SCHEDULES_PATH,
    summary: 'The reports that come by themselves, newest first',
    description: '`next_at` is the time of the next report.',
    allow: ['affiliate'],
    permission: 'analytics:read',
    response: z.object({ schedules: z.array(scheduleSchema) }),
    handle: async ({ actor }) => ({
      schedules: (await schedules.list(actor.id)).map(scheduleView),
    }),
  });
