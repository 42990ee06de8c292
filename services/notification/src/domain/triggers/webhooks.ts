import { announcementMade, endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { endpointFails } from '../templates/endpoint-fails.ts';
import { endpointOff } from '../templates/endpoint-off.ts';
import { silent, trigger } from './trigger.ts';

const about = (endpointId: string) => ({
  priority: 'high' as const,
  entityType: 'webhook_endpoint',
  entityId: endpointId,
});

export const webhookTriggers = [
  trigger(endpointFailing, (endpoint) => [
    {
      ...about(endpoint.endpointId),
      type: 'webhook_failing',
      to: [endpoint.ownerId],
      ...endpointFails(endpoint),
    },
  ]),
  trigger(endpointSwitchedOff, ({ endpointId, ownerId, host, reason }) => [
    {
      ...about(endpointId),
      type: 'webhook_switched_off',
      to: [ownerId],
      ...endpointOff(host, reason),
    },
  ]),
  silent(announcementMade, 'webhooks tell it; people are told by whoever runs the platform'),
];
