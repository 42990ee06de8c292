import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkTokenField, newPasswordField } from '../../views/account-fields.ts';
import { apiKeyResponse, apiKeyView } from '../../views/api-key-view.ts';
import { memberResponse, memberView } from '../../views/team-view.ts';
import { resetPassword } from '../../workflows/reset-password.ts';

export const resetPasswordRoute = (deps: Deps) =>
  route({
    operationId: 'resetPassword',
    method: 'post',
    path: '/api/auth/reset-password',
    summary: 'Set a new password by a mailed token',
    description:
      'Ends all sessions, all access tokens within 5 seconds, open invitations to the team, an unconfirmed ' +
      'change of the address, passkeys (not of administrators) and, unless `end_api_keys` is false, all API keys. `api_keys` lists those that still work. ' +
      'Members of the team stay, unless they joined at `end_members_since` or later; `members` lists who stays.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({
      token: linkTokenField,
      password: newPasswordField,
      end_api_keys: z.boolean().default(true),
      end_members_since: z.iso.datetime().optional(),
    }),
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      api_keys: z.array(apiKeyResponse),
      members: z.array(memberResponse),
    }),
    errors: {
      invalid_link: 'Used before, replaced by a newer one, expired or never issued',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    handle: async ({ body, request }) => {
      await deps.limits.followLink(request.ip);
      const { token, password, end_api_keys: endApiKeys, end_members_since: since } = body;
      const endMembersSince = since === undefined ? undefined : new Date(since);
      const given = { token, password, endApiKeys, endMembersSince };
      const { apiKeys, members } = await resetPassword(deps)(given);
      return {
        success: true,
        message: 'The password is set; sign in with it',
        api_keys: apiKeys.map(apiKeyView),
        members: members.map(({ person, membership }) => memberView(person, membership)),
      };
    },
  });
