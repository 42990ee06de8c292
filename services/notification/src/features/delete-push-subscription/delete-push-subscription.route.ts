import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { doneSchema } from '../../views/notification-view.ts';

export const deletePushSubscriptionRoute = (deps: Deps) =>
  route({
    operationId: 'deletePushSubscription',
    method: 'delete',
    path: '/api/notifications/push-subscriptions/:subscription_id',
    summary: 'Stop push messages to a browser',
    description: 'The browser can subscribe again later.',
    allow: 'signed_in',
    permission: 'notifications:write',
    params: z.object({ subscription_id: z.uuid() }),
    response: doneSchema,
    handle: async ({ actor, params }) => {
      await deps.pushSubscriptions.delete(params.subscription_id, actor.id);
      return { success: true, message: 'The subscription was removed' };
    },
  });
