import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, roles } from './fields.ts';
import { messageToAll } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

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

const sample: TroubledEndpoint = {
  endpointId: '01975b3c-7c00-7000-8000-00000000a201',
  ownerId: sampleIds.affiliateId,
  ownerRole: 'affiliate',
  host: 'hooks.example.com',
  reason: 'failing',
  occurredAt: SAMPLE_TIME,
};

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
  sample: {
    ...sample,
    failingSince: '2026-04-30T12:00:00.000Z',
    switchesOffAt: '2026-05-05T12:00:00.000Z',
  },
  internalBecause: 'it would go to the very endpoint; its owner is notified',
});
export const endpointSwitchedOff = defineEvent({
  type: 'webhook_endpoint.switched_off.v1',
  topic: 'webhook.endpoints',
  key,
  data: troubledEndpoint,
  description: 'A webhook endpoint was switched off because its receiver is gone or always fails.',
  sample,
  internalBecause: 'the endpoint is off; its owner is notified',
});

const announcement = z.object({
  announcementId: id,
  kind: z.enum(['maintenance', 'update']),
  title: z.string(),
  message: z.string(),
  announcedAt: instant,
});
type Announcement = z.output<typeof announcement>;

/** Announcements of a kind, for every subscriber. */
const ofKind = (kind: Announcement['kind']) => ({
  sample: {
    announcementId: '01975b3c-7c00-7000-8000-000000009001',
    kind,
    title: 'Planned work',
    message: 'Short interruptions are possible.',
    announcedAt: SAMPLE_TIME,
  },
  messages: (made: Announcement) => {
    if (made.kind !== kind) return [];
    const { announcementId, title, message, announcedAt } = made;
    return [
      messageToAll({
        announcement_id: announcementId,
        title,
        message,
        announced_at: announcedAt,
      }),
    ];
  },
});
const maintenance = ofKind('maintenance');

export const announcementMade = defineEvent({
  type: 'announcement.made.v1',
  topic: 'webhook.announcements',
  key: ({ announcementId }) => announcementId,
  data: announcement,
  description: 'An administrator announced maintenance or a change of the service.',
  sample: maintenance.sample,
  publicEvents: [
    {
      name: 'system.maintenance',
      category: 'System',
      place: 1,
      description: 'Maintenance is announced.',
      ...maintenance,
    },
    {
      name: 'system.update',
      category: 'System',
      place: 2,
      description: 'A change of the service is announced.',
      ...ofKind('update'),
    },
  ],
});
