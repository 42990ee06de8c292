import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { accountHolderView, memberResponse, memberView } from '../../views/team-view.ts';

export const listTeamMembersRoute = (deps: Deps) =>
  route({
    operationId: 'listTeamMembers',
    method: 'get',
    path: '/api/team/members',
    summary: 'The people who may act in the account, its first owner first',
    allow: ['affiliate', 'brand'],
    permission: 'team:read',
    response: z.object({ members: z.array(memberResponse) }),
    handle: async ({ actor }) => {
      const [account, memberships] = await Promise.all([
        deps.users.get(actor.id),
        deps.memberships.listOfAccount(actor.id),
      ]);
      const people = await deps.users.getMany(memberships.map(({ memberId }) => memberId));
      const byId = new Map(people.map((person) => [person.id, person]));
      const members = memberships.flatMap((membership) => {
        const person = byId.get(membership.memberId);
        return person === undefined ? [] : [memberView(person, membership)];
      });
      return { members: [accountHolderView(account), ...members] };
    },
  });
