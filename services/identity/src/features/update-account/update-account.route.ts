import { z } from 'zod';
import { forbidden } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  emailField,
  currentPasswordField,
  newPasswordField,
  profileChangesOf,
  profileFields,
} from '../../views/account-fields.ts';
import { apiKeyResponse, apiKeyView } from '../../views/api-key-view.ts';
import { userResponse, userView } from '../../views/user-view.ts';
import { updateAccount } from './update-account.ts';

const notOwnLogin = () =>
  forbidden('own_account_only', {
    message: 'Only the login that the account belongs to changes it',
  });

const requestBody = z
  .strictObject({
    ...profileFields,
    email: emailField,
    password: newPasswordField,
    current_password: currentPasswordField,
    end_api_keys: z.boolean(),
  })
  .partial();

export const updateAccountRoute = (deps: Deps) =>
  route({
    operationId: 'updateAccount',
    method: 'put',
    path: '/api/auth/me',
    summary: 'Update the caller’s own account',
    description:
      'Any of the fields. A new e-mail address or password requires `current_password`. A proved ' +
      'address is replaced once the link that is mailed to the new one is followed; until then ' +
      '`pending_email` names it. A new password ends all sessions, all access tokens within 5 ' +
      'seconds, and with `end_api_keys` all API keys; `api_keys` lists those that still work.',
    allow: 'signed_in',
    permission: 'account:write',
    limits: ['RATE_LIMIT_LOGIN_PER_MINUTE'],
    body: requestBody,
    response: userResponse.extend({
      pending_email: z.string().optional(),
      api_keys: z.array(apiKeyResponse).optional(),
    }),
    errors: {
      wrong_current_password: '`current_password` is wrong (403)',
      email_taken: 'There is an account with this e-mail address (409)',
      changed_meanwhile: 'Another request changed the credentials at the same time (409)',
    },
    handle: async ({ body, actor }) => {
      const isOwnLogin = actor.memberId === actor.id;
      if (!isOwnLogin && (body.email ?? body.password) !== undefined) throw notOwnLogin();
      const { email, password, current_password: currentPassword, ...rest } = body;
      const { end_api_keys: endApiKeys = false, ...profile } = rest;
      const { user, pendingEmail, apiKeys } = await updateAccount(deps)({
        userId: actor.id,
        profile: profileChangesOf(profile),
        email,
        password,
        currentPassword,
        endApiKeys,
      });
      return {
        ...userView(user),
        ...(pendingEmail === undefined ? {} : { pending_email: pendingEmail }),
        ...(apiKeys === undefined ? {} : { api_keys: apiKeys.map(apiKeyView) }),
      };
    },
  });
