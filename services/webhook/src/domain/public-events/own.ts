import {
  announcementMade,
  apiLimitNeared,
  apiLimitReached,
  type CallUsage,
  endpointFailing,
  endpointSwitchedOff,
} from '@tributary/contracts';
import { type EventName } from '../event-catalog.ts';
import {
  type PublicEvent,
  publicEvent,
  publicEventForAll,
  translation,
  notPublished,
} from './translation.ts';

const names = { maintenance: 'system.maintenance', update: 'system.update' } as const;

const aboutUsage =
  (name: EventName) =>
  (usage: CallUsage): PublicEvent[] => [
    publicEvent(name, [usage.userId], {
      user_id: usage.userId,
      plan: usage.plan,
      period: usage.period,
      used: usage.used,
      limit: usage.limit,
      occurred_at: usage.occurredAt,
    }),
  ];

export const ownTranslations = [
  translation(apiLimitNeared, aboutUsage('api.limit.warning')),
  translation(apiLimitReached, aboutUsage('api.limit.exceeded')),
  translation(announcementMade, (announcement) => [
    publicEventForAll(names[announcement.kind], {
      announcement_id: announcement.announcementId,
      title: announcement.title,
      message: announcement.message,
      announced_at: announcement.announcedAt,
    }),
  ]),
  notPublished(endpointFailing, 'it would go to the very endpoint; its owner is notified'),
  notPublished(endpointSwitchedOff, 'the endpoint is off; its owner is notified'),
];
