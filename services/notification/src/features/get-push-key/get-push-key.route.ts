import { z } from 'zod';
import { unavailable } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

export const getPushKeyRoute = (deps: Deps) =>
  route({
    operationId: 'getPushKey',
    method: 'get',
    path: '/api/notifications/push-key',
    summary: 'The key with which a browser subscribes (applicationServerKey, VAPID)',
    description: 'The same for all browsers.',
    allow: 'signed_in',
    permission: 'notifications:read',
    response: z.object({ public_key: z.string() }),
    errors: { push_not_configured: 'This installation sends no push messages' },
    handle: () => {
      const { publicKey } = deps.push;
      if (publicKey !== undefined) return Promise.resolve({ public_key: publicKey });
      const message = 'Push messages are not configured';
      return Promise.reject(unavailable('push_not_configured', { message }));
    },
  });
