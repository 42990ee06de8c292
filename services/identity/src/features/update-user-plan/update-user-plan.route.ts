import { z } from 'zod';
import { plans } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { userChange } from '../../domain/audit-entry.ts';
import { decidePlan } from '../../domain/user.ts';
import { userResponse, userView } from '../../views/user-view.ts';

export const updateUserPlanRoute = (deps: Deps) =>
  route({
    operationId: 'updateUserPlan',
    method: 'put',
    path: '/api/admin/users/:user_id/plan',
    summary: 'Move an account to another plan',
    description: 'The new plan is in force from the account’s next access token on.',
    allow: ['admin'],
    permission: 'platform:write',
    params: z.object({ user_id: z.uuid() }),
    body: z.strictObject({ plan: z.enum(plans) }),
    response: userResponse,
    handle: ({ params, body }) =>
      deps.transaction(async ({ users, outbox }) => {
        const user = await users.get(params.user_id);
        const decided = decidePlan(user, body.plan, deps.clock.now());
        if (decided.events.length > 0) await users.save(decided.user);
        await outbox.add(...decided.events);
        recordChange(userChange(user, decided.user));
        return userView(decided.user);
      }),
  });
