import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { categoryField } from '../../views/notification-view.ts';

export const getUnreadNotificationCountRoute = (deps: Deps) =>
  route({
    operationId: 'getUnreadNotificationCount',
    method: 'get',
    path: '/api/notifications/count',
    summary: 'How many notifications the caller has not read',
    description:
      'A notice over several channels counts once; `unread_only` lists the same notifications.',
    allow: 'signed_in',
    permission: 'notifications:read',
    query: z.strictObject({ category: categoryField.optional() }),
    response: z.object({ unread_count: z.int() }),
    handle: async ({ actor, query }) => ({
      unread_count: await deps.notifications.countUnread(actor.id, query.category),
    }),
  });
