import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  oidcCodeField,
  oidcCookieOf,
  oidcLinkResponse,
  oidcLinkView,
} from '../../views/oidc-view.ts';
import { createOidcLink } from './create-oidc-link.ts';

export const createOidcLinkRoute = (deps: Deps) =>
  route({
    operationId: 'createOidcLink',
    method: 'post',
    path: '/api/auth/oidc/links',
    summary: 'Link an account of the OpenID provider',
    description:
      'By the code that returned to the browser. One account of the provider has one login.',
    allow: 'signed_in',
    permission: 'login:write',
    body: z.strictObject({ code: oidcCodeField }),
    status: 201,
    response: oidcLinkResponse,
    errors: {
      invalid_oidc_code: 'Used before, expired, or of another browser or session (401)',
      oidc_linked: 'The account of the provider, or this login, is linked already (409)',
    },
    handle: async ({ body, actor, request }) => {
      const link = await createOidcLink(deps)({
        userId: actor.memberId,
        sessionId: actor.sessionId ?? null,
        code: body.code,
        browserSecret: oidcCookieOf(deps.config.publicUrl, request),
      });
      return oidcLinkView(link);
    },
  });
