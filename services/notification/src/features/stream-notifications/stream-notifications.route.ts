import { rateLimited } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { openFeed } from './notification-stream.ts';

/** Pages of one user that are open at once, in one instance. */
const STREAMS_AT_MOST = 20;
const FULL_RETRY_SECONDS = 30;

const description = `Server-Sent Events. Each new in_app notification is an event \`notification\` whose data is
the notification as the list shows it. Sent back as \`Last-Event-ID\`, an event's id resumes behind it. Without it the stream
begins with what comes from now on. It ends with the token; connect again with a new one.`;

export const streamNotificationsRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/notifications/stream',
    summary: 'The caller’s notifications as they come (Server-Sent Events)',
    description,
    allow: 'signed_in',
    scope: 'notifications:read',
    errors: { too_many_streams: 'The caller has too many streams open' },
    handle: ({ actor, request }) => {
      if (deps.arrivals.watching(actor.id) >= STREAMS_AT_MOST) {
        return Promise.reject(
          rateLimited('too_many_streams', {
            message: `At most ${String(STREAMS_AT_MOST)} streams at once`,
            retryAfterSeconds: FULL_RETRY_SECONDS,
          }),
        );
      }
      const { 'last-event-id': lastEventId, authorization } = request.headers;
      const body = openFeed(deps, {
        userId: actor.id,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
        mayListen: () => deps.mayCall(authorization),
      });
      const headers = {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Proxies that gather answers would hold events back.
        'x-accel-buffering': 'no',
      };
      return Promise.resolve(reply(200, { headers, body }));
    },
  });
