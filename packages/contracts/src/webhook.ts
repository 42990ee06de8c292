import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, roles } from './fields.ts';

/**
 * A webhook endpoint that does not accept its messages. Only the host of its URL is given: the rest
 * may contain a secret.
 */
const troubledEndpoint = z.object({
  endpointId: id,
  ownerId: id,
  ownerRole: z.enum(roles),
  host: z.string(),
  /** `gone`: it answered 410; `failing`: nothing but failures for days. */
  reason: z.enum(['gone', 'failing']),
  occurredAt: instant,
});
export type TroubledEndpoint = z.output<typeof troubledEndpoint>;

const key = ({ endpointId }: TroubledEndpoint) => endpointId;

const failingEndpoint = troubledEndpoint.extend({
  failingSince: instant,
  /** When the endpoint is switched off if it still fails. */
  switchesOffAt: instant,
});
export const endpointFailing = defineEvent({
  type: 'webhook_endpoint.failing.v1',
  topic: 'webhook.endpoints',
  key,
  data: failingEndpoint,
  description: 'Every delivery to a webhook endpoint has failed for one day, or for four days.',
});
export const endpointSwitchedOff = defineEvent({
  type: 'webhook_endpoint.switched_off.v1',
  topic: 'webhook.endpoints',
  key,
  data: troubledEndpoint,
  description: 'A webhook endpoint was switched off because its receiver is gone or always fails.',
});

export const announcementMade = defineEvent({
  type: 'announcement.made.v1',
  topic: 'webhook.announcements',
  key: ({ announcementId }) => announcementId,
  data: z.object({
    announcementId: id,
    kind: z.enum(['maintenance', 'update']),
    title: z.string(),
    message: z.string(),
    announcedAt: instant,
  }),
  description: 'An administrator announced maintenance or a change of the service.',
});
