import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { newPasswordField, profileFields } from '../../views/account-fields.ts';
import { sessionReply, sessionResponse } from '../../views/session-view.ts';
import { signInClientOf } from '../../views/sign-in-client.ts';
import { invitationTokenField } from '../../views/team-view.ts';
import { registerTeamMember } from './register-team-member.ts';

export const registerTeamMemberRoute = (deps: Deps) =>
  route({
    operationId: 'registerTeamMember',
    method: 'post',
    path: '/api/auth/invitations/register',
    summary: 'Join an account with a new login',
    description:
      'Creates a login for the address that was invited, with an empty account of its own, and signs it in to the account of the invitation.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    countCall: ({ ip }) => deps.limits.register(ip),
    body: z.strictObject({
      token: invitationTokenField,
      name: profileFields.name,
      password: newPasswordField,
    }),
    status: 201,
    response: sessionResponse,
    errors: {
      invitation_not_found: 'Answered, revoked, mailed again or expired',
      email_taken: 'There is a login with this e-mail address: sign in and accept (409)',
      too_many_members: 'The account has too many members (409)',
      rate_limit_exceeded: 'At most 60 registrations per minute and address, valid or not',
    },
    handle: async ({ body, request }) => {
      const opened = await registerTeamMember(deps)({
        ...body,
        ...signInClientOf(request),
      });
      return sessionReply(201, opened);
    },
  });
