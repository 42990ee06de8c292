import { announcementMade, endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import * as texts from '../templates/webhooks.ts';
import { silent, trigger } from './trigger.ts';

const aboutEndpoint = (endpointId: string) => ({
  priority: 'high' as const,
  entityType: 'webhook_endpoint',
  entityId: endpointId,
});

export const webhookTriggers = [
  trigger(endpointFailing, (endpoint) => [
    {
      ...aboutEndpoint(endpoint.endpointId),
      type: 'webhook_failing',
      recipients: [endpoint.ownerId],
      text: texts.endpointFailing(endpoint),
    },
  ]),
  trigger(endpointSwitchedOff, (endpoint) => [
    {
      ...aboutEndpoint(endpoint.endpointId),
      type: 'webhook_switched_off',
      recipients: [endpoint.ownerId],
      text: texts.endpointSwitchedOff(endpoint),
    },
  ]),
  silent(announcementMade, 'webhooks publish it; operators inform users themselves'),
];
