import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { MAX_OPEN_INVITATIONS } from '../../domain/team-invitation.ts';
import { emailField } from '../../views/account-fields.ts';
import {
  memberRoleField,
  teamInvitationResponse,
  teamInvitationView,
} from '../../views/team-view.ts';
import { createTeamInvitation } from './create-team-invitation.ts';

export const createTeamInvitationRoute = (deps: Deps) =>
  route({
    operationId: 'createTeamInvitation',
    method: 'post',
    path: '/api/team/invitations',
    summary: 'Invite a person to the account',
    description:
      'Mails a link that works once, for 7 days. The person accepts it with an existing login or with a new one.',
    allow: ['affiliate', 'brand'],
    permission: 'team:write',
    limits: ['RATE_LIMIT_TEAM_INVITATIONS_PER_DAY'],
    body: z.strictObject({ email: emailField, role: memberRoleField }),
    status: 201,
    response: teamInvitationResponse,
    errors: {
      already_invited: 'An invitation of this address waits for an answer (409)',
      too_many_invitations: `At most ${String(MAX_OPEN_INVITATIONS)} invitations wait for an answer (409)`,
      rate_limit_exceeded: 'Too many invitations in 24 hours',
    },
    handle: async ({ body: { email, role }, actor }) => {
      const input = { accountId: actor.id, invitedBy: actor.memberId, email, role };
      const invitation = await createTeamInvitation(deps)(input);
      return teamInvitationView(invitation, deps.clock.now());
    },
  });
