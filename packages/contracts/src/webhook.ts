import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, roles } from './fields.ts';

/** A webhook endpoint that does not take its messages. Of its URL only the host: the rest may hold a secret. */
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
  /** When it is switched off, should it go on failing. */
  switchesOffAt: instant,
});
export const endpointFailing = defineEvent({
  type: 'webhook_endpoint.failing.v1',
  topic: 'webhook.endpoints',
  key,
  data: failingEndpoint,
  description: 'A webhook endpoint has done nothing but fail for a day, or for four.',
});
export const endpointSwitchedOff = defineEvent({
  type: 'webhook_endpoint.switched_off.v1',
  topic: 'webhook.endpoints',
  key,
  data: troubledEndpoint,
  description: 'A webhook endpoint was switched off because its receiver is gone or only fails.',
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
