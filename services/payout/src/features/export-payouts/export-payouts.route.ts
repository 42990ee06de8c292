import { z } from 'zod';
import { endDate, reply, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { exportPayouts } from './export-payouts.ts';

export const exportPayoutsRoute = (deps: Deps) =>
  route({
    operationId: 'exportPayouts',
    method: 'get',
    path: '/api/payouts/report',
    summary: 'Payouts as CSV, oldest first',
    description:
      'An affiliate’s own; all payouts for an administrator. Selected by the time of their request. At most 50,000 rows: request shorter spans where there are more.',
    allow: ['affiliate', 'admin'],
    permission: 'payouts:read',
    query: z
      .strictObject({
        start_date: startDate.optional(),
        end_date: endDate.optional(),
        status: z.enum(['pending', 'in_transit', 'completed', 'failed']).optional(),
      })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    errors: { report_too_large: 'There are more than 50,000 payouts in the span' },
    handle: async ({ query, actor }) => {
      const body = await exportPayouts(deps)({
        affiliateId: actor.role === 'admin' ? undefined : actor.id,
        status: query.status,
        from: query.start_date,
        to: query.end_date,
      });
      const day = deps.clock.now().toISOString().slice(0, 10);
      return reply(200, {
        body,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="payouts-${day}.csv"`,
          'cache-control': 'no-store',
        },
      });
    },
  });
