import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  BRAND_SCHEDULES_PATH,
  brandScheduleSchema,
  brandScheduleView,
} from '../../views/report-schedule-view.ts';

export const listBrandReportSchedulesRoute = ({ schedules }: Deps) =>
  route({
    operationId: 'listBrandReportSchedules',
    method: 'get',
    path: BRAND_SCHEDULES_PATH,
    summary: 'The reports of a brand that come by themselves, newest first',
    description: 'Each schedule with its terms and the time of its next report.',
    allow: ['brand'],
    permission: 'analytics:read',
    response: z.object({ schedules: z.array(brandScheduleSchema) }),
    handle: async ({ actor }) => ({
      schedules: (await schedules.list(actor.id)).map(brandScheduleView),
    }),
  });
