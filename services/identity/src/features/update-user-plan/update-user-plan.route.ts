import { z } from 'zod';
import { plans } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decidePlan } from '../../domain/user.ts';
import { userView, viewUser } from '../../views/user-view.ts';

export const setPlanRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/admin/users/:user_id/plan',
    summary: 'Move an account to another plan',
    description: 'The new plan counts from the account’s next access token on.',
    allow: ['admin'],
    params: z.object({ user_id: z.uuid() }),
    body: z.strictObject({ plan: z.enum(plans) }),
    response: userView,
    handle: ({ params, body }) =>
      deps.transaction(async ({ users, outbox }) => {
        const user = await users.get(params.user_id);
        const decided = decidePlan(user, body.plan, deps.clock.now());
        if (decided.events.length > 0) await users.save(decided.user);
        await outbox.add(...decided.events);
        return viewUser(decided.user);
      }),
  });
