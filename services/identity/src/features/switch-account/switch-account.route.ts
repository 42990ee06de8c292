import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { presentedSecret, sessionReply, sessionResponse } from '../../views/session-view.ts';
import { browserOf } from '../../views/sign-in-client.ts';
import { continueSession } from '../../workflows/continue-session.ts';

export const switchAccountRoute = (deps: Deps) =>
  route({
    operationId: 'switchAccount',
    method: 'post',
    path: '/api/auth/switch',
    summary: 'Act for another of the login’s accounts',
    description:
      'Works as a refresh, and the session acts for the account from now on. `GET /api/auth/accounts` lists the accounts; the own account has the login’s id. A browser with a session cookie sends no token.',
    allow: 'public',
    unaudited: 'it changes no account; what follows leaves entries in the account',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ refresh_token: presentedSecret, account_id: z.uuid() }),
    response: sessionResponse,
    errors: {
      invalid_refresh_token: 'Used before, expired, revoked or never issued: sign in again (401)',
      invalid_session: 'The session of the cookie has ended: sign in again (401)',
      not_a_member: 'The login is no member of this account (403)',
      rate_limit_exceeded: 'At most 60 refreshes per minute and address',
    },
    handle: async ({ body, request }) => {
      const headers = await deps.limits.refresh(request.ip);
      const opened = await continueSession(deps)({
        refreshToken: body.refresh_token,
        browser: browserOf(request),
        accountId: body.account_id,
      });
      return sessionReply(200, opened, headers);
    },
  });
