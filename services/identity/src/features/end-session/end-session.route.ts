import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { sessionEnd } from '../../domain/audit-entry.ts';
import { publishEndedSessions } from '../../workflows/publish-ended-sessions.ts';

export const endSessionRoute = (deps: Deps) =>
  route({
    operationId: 'endSession',
    method: 'delete',
    path: '/api/auth/sessions/:session_id',
    summary: 'Sign out one sign-in',
    description: 'Its access tokens stop working within 5 seconds.',
    allow: 'signed_in',
    permission: 'login:write',
    params: z.object({ session_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      const id = params.session_id;
      await deps.transaction(async ({ sessions }) => {
        const now = deps.clock.now();
        const isEnded = await sessions.revokeOwn(id, actor.memberId, now);
        if (!isEnded) throw notFound('not_found', { message: 'There is no such record' });
        recordChange(sessionEnd(actor.memberId, id, now));
      });
      await publishEndedSessions(deps, [id]);
      return { success: true, message: 'Signed out' };
    },
  });
