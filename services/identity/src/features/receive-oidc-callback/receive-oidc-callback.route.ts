import { isAppError } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { oidcCookieOf } from '../../views/oidc-view.ts';
import { finishRedirect } from '../../workflows/oidc-redirect.ts';

const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1);

export const receiveOidcCallbackRoute = (deps: Deps) =>
  route({
    operationId: 'receiveOidcCallback',
    method: 'get',
    path: '/api/auth/oidc/callback',
    summary: 'The return from the OpenID provider',
    description:
      'Redirects to OIDC_RETURN_URL with `#oidc_code=`, which the same browser sends to ' +
      '`POST /api/auth/oidc/session` or, to link, `POST /api/auth/oidc/links` within two minutes; or with ' +
      '`#oidc_error=` and one of `invalid_oidc_code`, `oidc_refused`, `oidc_unavailable`, `oidc_off`.',
    allow: 'public',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    anyQuery: true,
    status: 303,
    errors: { rate_limit_exceeded: 'At most 60 calls per minute and address' },
    handle: async ({ request }) => {
      await deps.limits.passkey(request.ip);
      const { publicUrl, OIDC_RETURN_URL: returnUrl = `${publicUrl}/` } = deps.config;
      const browserSecret = oidcCookieOf(publicUrl, request);
      const result = await finishRedirect(deps, { query: queryOf(request.url), browserSecret })
        .then((code) => `oidc_code=${code}`)
        .catch((error: unknown) => {
          if (isAppError(error)) return `oidc_error=${error.code}`;
          throw error;
        });
      const headers = {
        location: `${returnUrl}#${result}`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      };
      return reply(303, { headers });
    },
  });
