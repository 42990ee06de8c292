import { announcementMade, endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { silent, trigger } from './trigger.ts';

const about = (endpointId: string) => ({
  priority: 'high' as const,
  entityType: 'webhook_endpoint',
  entityId: endpointId,
});

export const webhookTriggers = [
  trigger(endpointFailing, (endpoint, { texts }) => [
    {
      ...about(endpoint.endpointId),
      type: 'webhook_failing',
      to: [endpoint.ownerId],
      ...texts.endpointFails(endpoint),
    },
  ]),
  trigger(endpointSwitchedOff, ({ endpointId, ownerId, host, reason }, { texts }) => [
    {
      ...about(endpointId),
      type: 'webhook_switched_off',
      to: [ownerId],
      ...texts.endpointOff(host, reason),
    },
  ]),
  silent(announcementMade, 'webhooks tell it; people are told by whoever runs the platform'),
];
