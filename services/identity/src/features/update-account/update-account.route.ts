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
import { userResponse, userView } from '../../views/user-view.ts';
import { updateAccount } from './update-account.ts';

const notOwnLogin = () =>
  forbidden('own_account_only', {
    message: 'Only the login that the account belongs to changes it',
  });

export const updateAccountRoute = (deps: Deps) =>
  route({
    operationId: 'updateAccount',
    method: 'put',
    path: '/api/auth/me',
    summary: 'Update the caller’s own account',
    description:
      'Any of the fields. A new e-mail address or password requires `current_password`; a new ' +
      'password ends all sessions.',
    allow: 'signed_in',
    permission: 'account:write',
    limits: ['RATE_LIMIT_LOGIN_PER_MINUTE'],
    body: z
      .strictObject({
        ...profileFields,
        email: emailField,
        password: newPasswordField,
        current_password: currentPasswordField,
      })
      .partial(),
    response: userResponse,
    errors: {
      wrong_current_password: '`current_password` is wrong',
      email_taken: 'There is an account with this e-mail address',
      changed_meanwhile: 'Another request changed the credentials at the same time',
    },
    handle: async ({ body, actor }) => {
      const isOwnLogin = actor.memberId === actor.id;
      if (!isOwnLogin && (body.email ?? body.password) !== undefined) throw notOwnLogin();
      const { email, password, current_password: currentPassword, ...profile } = body;
      const user = await updateAccount(deps)({
        userId: actor.id,
        profile: profileChangesOf(profile),
        email,
        password,
        currentPassword,
      });
      return userView(user);
    },
  });
