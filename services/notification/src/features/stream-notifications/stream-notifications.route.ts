import { rateLimited } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { openNotificationStream } from './notification-stream.ts';

/** Open streams of one user in one instance. */
const MAX_STREAMS = 20;
const RETRY_AFTER_SECONDS = 30;

const description = `Server-Sent Events. Each new in_app notification is an event \`notification\` whose data is
the notification as in the list. An event's id, sent back as \`Last-Event-ID\`, resumes after that event. Without it the stream
starts with the next notification. The stream ends with the token; connect again with a new one.`;

export const streamNotificationsRoute = (deps: Deps) =>
  route({
    operationId: 'streamNotifications',
    method: 'get',
    path: '/api/notifications/stream',
    summary: 'The caller’s new notifications (Server-Sent Events)',
    description,
    allow: 'signed_in',
    permission: 'notifications:read',
    errors: { too_many_streams: 'The caller has too many streams open' },
    handle: ({ actor, request }) => {
      if (deps.pubsub.subscriberCount(actor.id) >= MAX_STREAMS) {
        return Promise.reject(
          rateLimited('too_many_streams', {
            message: `At most ${String(MAX_STREAMS)} streams at once`,
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          }),
        );
      }
      const { 'last-event-id': lastEventId, authorization } = request.headers;
      const body = openNotificationStream(deps, {
        userId: actor.id,
        role: actor.role,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
        isAuthorized: () => deps.isTokenValid(authorization),
      });
      const headers = {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Keeps proxies from buffering events.
        'x-accel-buffering': 'no',
      };
      return Promise.resolve(reply(200, { headers, body }));
    },
  });
