import { announcementMade, endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { silent, trigger } from './trigger.ts';

const aboutEndpoint = (endpointId: string) => ({
  priority: 'high' as const,
  entityType: 'webhook_endpoint',
  entityId: endpointId,
});

export const webhookTriggers = [
  trigger(endpointFailing, (endpoint, { texts }) => [
    {
      ...aboutEndpoint(endpoint.endpointId),
      type: 'webhook_failing',
      recipients: [endpoint.ownerId],
      ...texts.endpointFailing(endpoint),
    },
  ]),
  trigger(endpointSwitchedOff, ({ endpointId, ownerId, host, reason }, { texts }) => [
    {
      ...aboutEndpoint(endpointId),
      type: 'webhook_switched_off',
      recipients: [ownerId],
      ...texts.endpointSwitchedOff(host, reason),
    },
  ]),
  silent(announcementMade, 'webhooks publish it; operators inform users themselves'),
];
