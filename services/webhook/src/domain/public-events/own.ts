import {
  announcementMade,
  apiLimitNeared,
  apiLimitReached,
  type CallUsage,
  endpointFailing,
  endpointSwitchedOff,
} from '@tributary/contracts';
import { type EventName } from '../event-catalog.ts';
import { type PublicEvent, told, toldToAll, translation, untold } from './translation.ts';

const names = { maintenance: 'system.maintenance', update: 'system.update' } as const;

const aboutUsage =
  (name: EventName) =>
  (usage: CallUsage): PublicEvent[] => [
    told(name, [usage.userId], {
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
    toldToAll(names[announcement.kind], {
      announcement_id: announcement.announcementId,
      title: announcement.title,
      message: announcement.message,
      announced_at: announcement.announcedAt,
    }),
  ]),
  untold(endpointFailing, 'it would go to the very endpoint; its owner is notified'),
  untold(endpointSwitchedOff, 'the endpoint is off; its owner is notified'),
];
