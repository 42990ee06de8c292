import { z } from 'zod';
import { invalidFields } from '@tributary/errors';
import { NO_SESSION_COOKIE, reply, route, SESSION_COOKIE_HEADER } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { presentedSecret } from '../../views/session-view.ts';
import { browserOf } from '../../views/sign-in-client.ts';
import { endBrowserSession, logOut } from './log-out.ts';

export const logOutRoute = (deps: Deps) =>
  route({
    operationId: 'logOut',
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Sign out',
    description:
      'Ends the session of the refresh token and the access token of this call; for a browser, the session of its cookie.',
    allow: 'signed_in',
    permission: 'session:write',
    body: z.strictObject({ refresh_token: presentedSecret }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ body, actor, request }) => {
      const signedOut = { success: true, message: 'Signed out' };
      if (browserOf(request) !== undefined) {
        await endBrowserSession(deps)(actor);
        const headers = { [SESSION_COOKIE_HEADER]: NO_SESSION_COOKIE };
        return reply(200, { headers, body: signedOut });
      }
      const { refresh_token: refreshToken } = body;
      if (refreshToken === undefined) {
        throw invalidFields([
          { path: 'refresh_token', message: 'Required without a session cookie' },
        ]);
      }
      const accessToken = String(request.headers['authorization']).replace(/^Bearer /, '');
      await logOut(deps)({ actor, accessToken, refreshToken });
      return signedOut;
    },
  });
