import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { statusOf } from '../../domain/user.ts';
import { accountResponse, accountView } from '../../views/membership-view.ts';

export const listAccountsRoute = (deps: Deps) =>
  route({
    operationId: 'listAccounts',
    method: 'get',
    path: '/api/auth/accounts',
    summary: 'The accounts in which the caller’s login may act, its own first',
    description: '`POST /api/auth/switch` gets a session for one of them.',
    allow: 'signed_in',
    permission: 'session:read',
    response: z.object({ accounts: z.array(accountResponse) }),
    handle: async ({ actor }) => {
      const memberships = await deps.memberships.listOfMember(actor.memberId);
      const ids = [actor.memberId, ...memberships.map(({ accountId }) => accountId)];
      const known = new Map((await deps.users.getMany(ids)).map((user) => [user.id, user]));
      const roleOf = new Map(memberships.map(({ accountId, role }) => [accountId, role]));
      const accounts = ids.flatMap((id) => {
        const account = known.get(id);
        return account === undefined || statusOf(account) === 'suspended'
          ? []
          : [accountView(account, roleOf.get(id) ?? 'owner')];
      });
      return { accounts };
    },
  });
