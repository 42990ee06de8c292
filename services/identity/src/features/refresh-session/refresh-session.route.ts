import { z } from 'zod';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { sessionResponse, sessionView } from '../../views/session-view.ts';
import { refreshSession } from '../../workflows/refresh-session.ts';

export const refreshSessionRoute = (deps: Deps) =>
  route({
    operationId: 'refreshSession',
    method: 'post',
    path: '/api/auth/refresh',
    summary: 'Get a new access token',
    description:
      'Each refresh token works once and is replaced by the one in the response. A token that is ' +
      'used again ends its session, because one of its two users must have stolen it. Send one ' +
      'refresh at a time, and store the response.',
    allow: 'public',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
    response: sessionResponse,
    errors: {
      invalid_refresh_token: 'Used before, expired, revoked or never issued: sign in again (401)',
      not_a_member:
        'The account of the session is suspended, or the login is no member any more; the token stays valid (403)',
      rate_limit_exceeded: 'At most 60 refreshes per minute and address',
    },
    handle: async ({ body, request }) => {
      const headers = await deps.limits.refresh(request.ip);
      const opened = await refreshSession(deps)(body.refresh_token);
      return reply(200, { headers, body: sessionView(opened) });
    },
  });
