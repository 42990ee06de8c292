import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  pushSubscriptionSchema,
  pushSubscriptionView,
} from '../../views/push-subscription-view.ts';

export const listPushSubscriptionsRoute = (deps: Deps) =>
  route({
    operationId: 'listPushSubscriptions',
    method: 'get',
    path: '/api/notifications/push-subscriptions',
    summary: 'List the caller’s browsers that receive push messages',
    description: 'Without the keys of the browsers.',
    allow: 'signed_in',
    permission: 'notifications:read',
    response: z.array(pushSubscriptionSchema),
    handle: async ({ actor }) =>
      (await deps.pushSubscriptions.list(actor.id)).map(pushSubscriptionView),
  });
