import { z } from 'zod';
import { conflict, forbidden, invalidFields, unavailable } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  pushSubscriptionSchema,
  pushSubscriptionView,
} from '../../views/push-subscription-view.ts';

const MAX_SUBSCRIPTIONS = 20;

export const createPushSubscriptionRoute = (deps: Deps) =>
  route({
    operationId: 'createPushSubscription',
    method: 'post',
    path: '/api/notifications/push-subscriptions',
    summary: 'Send push messages to a browser; enables push notifications',
    description: 'The body is the result of `PushSubscription.toJSON()`.',
    allow: 'signed_in',
    permission: 'notifications:write',
    status: 201,
    body: z.strictObject({
      endpoint: z.string().min(1).max(2_048),
      expirationTime: z.number().nullable().optional(),
      keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }).meta({
        id: 'PushKeys',
        description: 'The browser’s keys, as `PushSubscription.toJSON()` gives them',
      }),
    }),
    response: pushSubscriptionSchema,
    errors: { too_many_subscriptions: 'The caller has too many browsers registered (409)' },
    handle: async ({ actor, body: { endpoint, keys } }) => {
      if (deps.push.publicKey === undefined) {
        throw unavailable('push_not_configured', { message: 'Push messages are not configured' });
      }
      const endpointIssue = deps.push.endpointIssue(endpoint);
      if (endpointIssue !== undefined) {
        throw invalidFields([{ path: 'endpoint', message: endpointIssue }]);
      }
      const keysIssue = deps.push.keysIssue(keys);
      if (keysIssue !== undefined) throw invalidFields([{ path: 'keys', message: keysIssue }]);
      const existing = await deps.pushSubscriptions.list(actor.id);
      const isNew = existing.every((subscription) => subscription.endpoint !== endpoint);
      if (isNew && existing.length >= MAX_SUBSCRIPTIONS) throw tooMany();
      const { id: userId, memberId } = actor;
      const subscription = { userId, memberId, endpoint, ...keys };
      const now = deps.clock.now();
      const row = await deps.pushSubscriptions.upsert(deps.newId(), subscription, now);
      // After the upsert: a removal meanwhile deletes the subscription, or is seen here.
      if (memberId !== userId && (await deps.teamMembers.isRemoved(userId, memberId))) {
        await deps.pushSubscriptions.deleteOfMember(userId, memberId);
        throw forbidden('not_a_member', { message: 'You are no member of this account' });
      }
      await deps.preferences.update(actor.id, { pushEnabled: true });
      return pushSubscriptionView(row);
    },
  });

const tooMany = () =>
  conflict('too_many_subscriptions', {
    message: `At most ${String(MAX_SUBSCRIPTIONS)} browsers`,
  });
