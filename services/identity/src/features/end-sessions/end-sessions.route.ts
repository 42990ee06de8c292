import { z } from 'zod';
import { booleanText, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endSessions } from './end-sessions.ts';

export const endSessionsRoute = (deps: Deps) =>
  route({
    operationId: 'endSessions',
    method: 'delete',
    path: '/api/auth/sessions',
    summary: 'Sign out everywhere',
    description:
      'Access tokens stop working within 5 seconds. `except_current=true` leaves the sign-in of ' +
      'this call. API keys are not touched.',
    allow: 'signed_in',
    permission: 'login:write',
    query: z.strictObject({ except_current: booleanText.default(false) }),
    response: z.object({ success: z.literal(true), ended: z.int() }),
    handle: async ({ query, actor }) => {
      const exceptId = query.except_current ? actor.sessionId : undefined;
      return { success: true, ended: await endSessions(deps)(actor.memberId, exceptId) };
    },
  });
