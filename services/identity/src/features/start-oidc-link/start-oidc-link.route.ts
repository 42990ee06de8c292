import { z } from 'zod';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { oidcCookie } from '../../views/oidc-view.ts';
import { beginRedirect } from '../../workflows/oidc-redirect.ts';

export const startOidcLinkRoute = (deps: Deps) =>
  route({
    operationId: 'startOidcLink',
    method: 'post',
    path: '/api/auth/oidc/links/start',
    summary: 'Begin to link an account of the OpenID provider',
    description:
      'Sets a cookie; the browser then navigates to `url`, and sends the code that returns to ' +
      '`POST /api/auth/oidc/links` in the same session.',
    allow: 'signed_in',
    permission: 'login:write',
    stepUp: true,
    response: z.object({ url: z.url() }),
    errors: {
      oidc_off: 'No provider is configured (404)',
      oidc_unavailable: 'The provider does not answer (503)',
    },
    handle: async ({ actor: { memberId: userId, sessionId = null } }) => {
      const { url, browserSecret } = await beginRedirect(deps, { userId, sessionId });
      const headers = { 'set-cookie': oidcCookie(deps.config.publicUrl, browserSecret) };
      return reply(200, { headers, body: { url } });
    },
  });
