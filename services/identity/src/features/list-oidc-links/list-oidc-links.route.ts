import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { oidcLinkResponse, oidcLinkView } from '../../views/oidc-view.ts';

export const listOidcLinksRoute = (deps: Deps) =>
  route({
    operationId: 'listOidcLinks',
    method: 'get',
    path: '/api/auth/oidc/links',
    summary: 'The linked accounts of OpenID providers',
    description:
      'Each signs in to the login. `provider` is the provider that is configured; null where there is none.',
    allow: 'signed_in',
    permission: 'login:read',
    response: z.object({
      /** The name of the provider that is configured; null where sign-in by one is off. */
      provider: z.string().nullable(),
      links: z.array(oidcLinkResponse),
    }),
    handle: async ({ actor }) => {
      const links = await deps.oidcLinks.listOf(actor.memberId);
      return { provider: deps.oidcProvider?.name ?? null, links: links.map(oidcLinkView) };
    },
  });
