import { z } from 'zod';
import { userOidcLinkChanged } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { oidcLinkChange } from '../../domain/audit-entry.ts';

export const deleteOidcLinkRoute = (deps: Deps) =>
  route({
    operationId: 'deleteOidcLink',
    method: 'delete',
    path: '/api/auth/oidc/links/:link_id',
    summary: 'Unlink an account of the OpenID provider',
    description: 'The password of the login, or a link to set one, signs in as before.',
    allow: 'signed_in',
    permission: 'login:write',
    stepUp: true,
    params: z.object({ link_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor: { memberId: userId } }) => {
      await deps.transaction(async ({ oidcLinks, outbox }) => {
        const removed = await oidcLinks.delete(params.link_id, userId);
        if (removed === undefined) {
          throw notFound('not_found', { message: 'There is no such record' });
        }
        recordChange(oidcLinkChange(removed, { before: removed }));
        const changedAt = deps.clock.now().toISOString();
        const provider = deps.config.OIDC_NAME;
        await outbox.add(userOidcLinkChanged({ userId, provider, change: 'removed', changedAt }));
      });
      return { success: true, message: 'Unlinked' };
    },
  });
