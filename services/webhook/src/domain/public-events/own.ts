import { announcementMade, endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { toldToAll, translation, untold } from './translation.ts';

const names = { maintenance: 'system.maintenance', update: 'system.update' } as const;

export const ownTranslations = [
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
