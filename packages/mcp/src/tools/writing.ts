import { z } from 'zod';
import { given, type Tool, writing } from '../tool.ts';

/** Nothing here moves money out: payouts stay with people. */
export const writingTools: readonly Tool[] = [
  writing({
    name: 'review_conversion',
    title: 'Approve or reject an order',
    description:
      'Approves or rejects a pending order of the brand. An approval books the commission.',
    input: {
      conversion_id: z.uuid().describe('The id of the conversion'),
      decision: z.enum(['approved', 'rejected']),
      notes: z.string().max(500).optional().describe('Why; the affiliate reads it'),
    },
    announce: ({ conversion_id, decision, notes }) =>
      `The order ${conversion_id} will be ${decision}${notes === undefined ? '' : `, with the note: ${notes}`}`,
    call: async (api, { conversion_id, ...body }) =>
      (
        await api.conversions.review(conversion_id, {
          decision: body.decision,
          ...given({ notes: body.notes }),
        })
      ).data,
  }),
  writing({
    name: 'create_link',
    title: 'Make a tracking link',
    description: 'Makes a tracking link of the affiliate for a campaign.',
    input: {
      campaign_id: z.uuid().describe('The id of the campaign'),
      destination_path: z
        .string()
        .max(1_000)
        .optional()
        .describe('Where it leads to below the landing page'),
    },
    announce: ({ campaign_id, destination_path }) =>
      `A link for the campaign ${campaign_id} to ${destination_path ?? 'its landing page'} will be made`,
    call: (api, { campaign_id, destination_path }) =>
      api.links.create({ campaign_id, ...given({ destination_path }) }),
  }),
  writing({
    name: 'set_campaign_status',
    title: 'Start or pause a campaign',
    description: 'Starts or pauses a campaign of the brand.',
    input: {
      campaign_id: z.uuid().describe('The id of the campaign'),
      status: z.enum(['active', 'paused']),
    },
    announce: ({ campaign_id, status }) => `The campaign ${campaign_id} will be ${status}`,
    call: (api, { campaign_id, status }) => api.campaigns.update(campaign_id, { status }),
  }),
  writing({
    name: 'retry_webhook_delivery',
    title: 'Send a webhook again',
    description: 'Sends a message of an endpoint’s log again.',
    input: {
      endpoint_id: z.uuid().describe('The id of the endpoint'),
      delivery_id: z.uuid().describe('The id of the delivery'),
    },
    announce: ({ endpoint_id, delivery_id }) =>
      `The message ${delivery_id} will be sent to the endpoint ${endpoint_id} again`,
    call: async (api, { endpoint_id, delivery_id }) =>
      (await api.webhookDeliveries.retry(endpoint_id, delivery_id)).data,
  }),
];
