import { z } from 'zod';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endpointParams } from '../../views/endpoint-view.ts';
import { recoverWebhookDeliveries } from './recover-webhook-deliveries.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';

export const recoverWebhookDeliveriesRoute = (deps: Deps) =>
  route({
    operationId: 'recoverWebhookDeliveries',
    method: 'post',
    path: '/api/webhooks/endpoints/:endpoint_id/recover',
    summary: 'Send again every delivery that failed in a time range',
    description: 'The answer has the number of deliveries.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    idempotent: true,
    status: 202,
    params: endpointParams,
    body: z
      .strictObject({ since: startDate, until: endDate.optional() })
      .superRefine(startBeforeEnd('since', 'until')),
    response: z.object({ success: z.literal(true), data: z.object({ count: z.int() }) }),
    errors: { ...endpointErrors, endpoint_inactive: '409: the endpoint is switched off' },
    handle: async ({ actor, params, body }) => {
      const now = deps.clock.now();
      const range = { since: body.since, until: body.until ?? now };
      const count = await recoverWebhookDeliveries(deps)(params.endpoint_id, actor, range);
      return { success: true, data: { count } };
    },
  });
