import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { oidcCookie } from '../../views/oidc-view.ts';
import { beginRedirect } from '../../workflows/oidc-redirect.ts';

export const startOidcLogInRoute = (deps: Deps) =>
  route({
    operationId: 'startOidcLogIn',
    method: 'get',
    path: '/api/auth/oidc/start',
    summary: 'Sign in at the OpenID provider',
    description:
      'For a browser to navigate to. It redirects to the provider, which returns the browser to ' +
      '`/api/auth/oidc/callback`. Off unless OIDC_ISSUER is set.',
    allow: 'public',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    status: 302,
    errors: {
      oidc_off: 'No provider is configured (404)',
      oidc_unavailable: 'The provider does not answer (503)',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    handle: async ({ request }) => {
      await deps.limits.passkey(request.ip);
      const scope = { userId: null, sessionId: null };
      const { url, browserSecret } = await beginRedirect(deps, scope);
      const headers = {
        location: url,
        'set-cookie': oidcCookie(deps.config.publicUrl, browserSecret),
        'cache-control': 'no-store',
      };
      return reply(302, { headers });
    },
  });
