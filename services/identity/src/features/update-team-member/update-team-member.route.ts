import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { memberResponse, memberRoleField, memberView } from '../../views/team-view.ts';
import { updateTeamMember } from './update-team-member.ts';

export const updateTeamMemberRoute = (deps: Deps) =>
  route({
    operationId: 'updateTeamMember',
    method: 'put',
    path: '/api/team/members/:member_id',
    summary: 'Give a member another role',
    description:
      'In force within 5 seconds: the member’s access tokens end, and a refresh gets new ones.',
    allow: ['affiliate', 'brand'],
    permission: 'team:write',
    params: z.object({ member_id: z.uuid() }),
    body: z.strictObject({ role: memberRoleField }),
    response: memberResponse,
    errors: { owner_stays: 'The login that the account belongs to stays its owner (409)' },
    handle: async ({ params, body, actor }) => {
      const member = { accountId: actor.id, memberId: params.member_id };
      const { person, membership } = await updateTeamMember(deps)(member, body.role);
      return memberView(person, membership);
    },
  });
