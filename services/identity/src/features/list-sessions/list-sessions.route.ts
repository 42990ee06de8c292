import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { sessionItem, sessionItemOf } from '../../views/session-list-view.ts';

export const listSessionsRoute = (deps: Deps) =>
  route({
    operationId: 'listSessions',
    method: 'get',
    path: '/api/auth/sessions',
    summary: 'Where the caller is signed in',
    description: 'The newest hundred sign-ins that have not ended, newest first.',
    allow: 'signed_in',
    permission: 'login:read',
    response: z.object({ sessions: z.array(sessionItem) }),
    handle: async ({ actor }) => {
      const sessions = await deps.sessions.listOf(actor.memberId, deps.clock.now());
      return { sessions: sessions.map((session) => sessionItemOf(session, actor.sessionId)) };
    },
  });
