import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { presentedSecret, sessionReply, sessionResponse } from '../../views/session-view.ts';
import { browserOf } from '../../views/sign-in-client.ts';
import { continueSession } from '../../workflows/continue-session.ts';

export const refreshSessionRoute = (deps: Deps) =>
  route({
    operationId: 'refreshSession',
    method: 'post',
    path: '/api/auth/refresh',
    summary: 'Get a new access token',
    description:
      'Each refresh token works once and is replaced by the one in the response. A token that is ' +
      'used again ends its session, because one of its two users must have stolen it. Send one ' +
      'refresh at a time, and store the response. A browser with a session cookie sends no token, and ' +
      'needs no refresh: the gateway replaces the cookie from time to time.',
    allow: 'public',
    unaudited: 'the sign-in that it continues left an entry',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ refresh_token: presentedSecret }),
    response: sessionResponse,
    errors: {
      invalid_refresh_token: 'Used before, expired, revoked or never issued: sign in again (401)',
      invalid_session: 'The session of the cookie has ended: sign in again (401)',
      not_a_member:
        'The account of the session is suspended, or the login is no member any more; the token stays valid (403)',
      rate_limit_exceeded: 'At most 60 refreshes per minute and address',
    },
    handle: async ({ body, request }) => {
      const headers = await deps.limits.refresh(request.ip);
      const opened = await continueSession(deps)({
        refreshToken: body.refresh_token,
        browser: browserOf(request),
      });
      return sessionReply(200, opened, headers);
    },
  });
