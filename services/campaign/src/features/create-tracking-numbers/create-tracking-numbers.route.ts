import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  telephoneNumber,
  trackingNumberResponse,
  trackingNumberView,
} from '../../views/tracking-number-view.ts';
import { createTrackingNumbers } from './create-tracking-numbers.ts';

const MAX_PER_CALL = 500;

export const createTrackingNumbersRoute = (deps: Deps) =>
  route({
    operationId: 'createTrackingNumbers',
    method: 'post',
    path: '/api/brand/campaigns/:campaign_id/numbers',
    summary: 'Adds telephone numbers to a call campaign',
    description:
      'Each link of the campaign gets one number of its own, so that calls are attributed.',
    allow: ['brand'],
    permission: 'campaigns:write',
    idempotent: true,
    status: 201,
    params: z.object({ campaign_id: z.uuid() }),
    body: z.strictObject({ numbers: z.array(telephoneNumber).min(1).max(MAX_PER_CALL) }),
    response: z.object({ numbers: z.array(trackingNumberResponse) }),
    errors: {
      not_a_call_campaign: 'Only campaigns of type call have numbers',
      number_taken: '409: a number is in use already',
    },
    handle: async ({ params, body, actor }) => {
      const input = { campaignId: params.campaign_id, brandId: actor.id, numbers: body.numbers };
      const created = await createTrackingNumbers(deps)(input);
      return { numbers: created.map(trackingNumberView) };
    },
  });
