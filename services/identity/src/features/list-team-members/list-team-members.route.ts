import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { accountHolderView, memberResponse, memberView } from '../../views/team-view.ts';
import { listMembers } from '../../workflows/list-members.ts';

export const listTeamMembersRoute = (deps: Deps) =>
  route({
    operationId: 'listTeamMembers',
    method: 'get',
    path: '/api/team/members',
    summary: 'The people who may act in the account, its first owner first',
    description: 'With their roles; `GET /api/team/invitations` lists the people who were invited.',
    allow: ['affiliate', 'brand'],
    permission: 'team:read',
    response: z.object({ members: z.array(memberResponse) }),
    handle: async ({ actor }) => {
      const [account, members] = await Promise.all([
        deps.users.get(actor.id),
        listMembers(deps, actor.id),
      ]);
      const views = members.map(({ person, membership }) => memberView(person, membership));
      return { members: [accountHolderView(account), ...views] };
    },
  });
