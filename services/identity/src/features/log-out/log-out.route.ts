import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { logOut } from './log-out.ts';

export const logOutRoute = (deps: Deps) =>
  route({
    operationId: 'logOut',
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Sign out',
    description: 'Ends the session of the refresh token and the access token of this call.',
    allow: 'signed_in',
    permission: 'session:write',
    body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ body, actor, request }) => {
      const accessToken = String(request.headers['authorization']).replace(/^Bearer /, '');
      await logOut(deps)({ actor, accessToken, refreshToken: body.refresh_token });
      return { success: true, message: 'Signed out' };
    },
  });
