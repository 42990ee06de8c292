import { z } from 'zod';
import { conflict, invalidFields, unavailable } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { keysIssue } from '../../clients/push-keys.ts';
import { doneSchema } from '../../views/notification-view.ts';
import { type PushSubscriptionRow } from '../../store/collections.ts';

/** Browsers of one user that are sent push messages. */
const BROWSERS_AT_MOST = 20;

const subscriptionSchema = z.object({
  id: z.uuid(),
  endpoint: z.string(),
  created_at: z.iso.datetime(),
});
const subscriptionView = (row: PushSubscriptionRow): z.input<typeof subscriptionSchema> => ({
  id: row._id,
  endpoint: row.endpoint,
  created_at: row.createdAt.toISOString(),
});

const scopes = { read: 'notifications:read', write: 'notifications:write' } as const;

export const showPushKeyRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/notifications/push-key',
    summary: 'The key with which a browser subscribes (applicationServerKey, VAPID)',
    allow: 'signed_in',
    scope: scopes.read,
    response: z.object({ public_key: z.string() }),
    errors: { push_not_configured: 'This installation sends no push messages' },
    handle: () => {
      const { publicKey } = deps.push;
      return publicKey === undefined
        ? Promise.reject(notConfigured())
        : Promise.resolve({ public_key: publicKey });
    },
  });

export const subscribePushRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/notifications/push-subscriptions',
    summary: 'Send push messages to a browser; switches push notifications on',
    description: 'The body is what `PushSubscription.toJSON()` gives.',
    allow: 'signed_in',
    scope: scopes.write,
    status: 201,
    body: z.strictObject({
      endpoint: z.string().min(1).max(2_048),
      expirationTime: z.number().nullable().optional(),
      keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
    }),
    response: subscriptionSchema,
    errors: { too_many_subscriptions: 'The caller has too many browsers registered' },
    handle: async ({ actor, body: { endpoint, keys } }) => {
      if (deps.push.publicKey === undefined) throw notConfigured();
      const url = deps.push.endpointIssue(endpoint);
      if (url !== undefined) throw invalidFields([{ path: 'endpoint', message: url }]);
      const issue = keysIssue(keys);
      if (issue !== undefined) throw invalidFields([{ path: 'keys', message: issue }]);
      const known = await deps.subscriptions.listOf(actor.id);
      const isNew = known.every((one) => one.endpoint !== endpoint);
      if (isNew && known.length >= BROWSERS_AT_MOST) throw tooMany();
      const wanted = { userId: actor.id, endpoint, ...keys };
      const row = await deps.subscriptions.keep(deps.newId(), wanted, deps.clock.now());
      await deps.people.setPreferences(actor.id, { pushEnabled: true });
      return subscriptionView(row);
    },
  });

export const listPushSubscriptionsRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/notifications/push-subscriptions',
    summary: 'The caller’s browsers that are sent push messages',
    allow: 'signed_in',
    scope: scopes.read,
    response: z.array(subscriptionSchema),
    handle: async ({ actor }) => (await deps.subscriptions.listOf(actor.id)).map(subscriptionView),
  });

export const unsubscribePushRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: '/api/notifications/push-subscriptions/:subscription_id',
    summary: 'Send no push messages to a browser any more',
    allow: 'signed_in',
    scope: scopes.write,
    params: z.object({ subscription_id: z.uuid() }),
    response: doneSchema,
    handle: async ({ actor, params }) => {
      await deps.subscriptions.remove(params.subscription_id, actor.id);
      return { success: true, message: 'The subscription was removed' };
    },
  });

const notConfigured = () =>
  unavailable('push_not_configured', { message: 'Push messages are not configured' });
const tooMany = () =>
  conflict('too_many_subscriptions', {
    message: `At most ${String(BROWSERS_AT_MOST)} browsers`,
  });
