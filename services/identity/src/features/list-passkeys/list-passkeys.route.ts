import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { passkeyResponse, passkeyView } from '../../views/passkey-view.ts';

export const listPasskeysRoute = (deps: Deps) =>
  route({
    operationId: 'listPasskeys',
    method: 'get',
    path: '/api/auth/passkeys',
    summary: 'The passkeys of the caller’s login',
    description:
      'The newest first. Where `copy_suspected_at` is set, a copy may exist: remove the passkey.',
    allow: 'signed_in',
    permission: 'login:read',
    response: z.object({ passkeys: z.array(passkeyResponse) }),
    handle: async ({ actor }) => {
      const passkeys = await deps.passkeys.listOf(actor.memberId);
      return { passkeys: passkeys.map(passkeyView) };
    },
  });
