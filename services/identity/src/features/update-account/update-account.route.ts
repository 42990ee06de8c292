import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  emailField,
  givenPasswordField,
  newPasswordField,
  profileChangesOf,
  profileFields,
} from '../../views/account-fields.ts';
import { userView, viewUser } from '../../views/user-view.ts';
import { changeAccount } from './update-account.ts';

export const changeAccountRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/auth/me',
    summary: 'Change the caller’s own account',
    description:
      'Any of the fields. A new e-mail address or password needs `current_password`; a new ' +
      'password ends all sessions.',
    allow: 'signed_in',
    body: z
      .strictObject({
        ...profileFields,
        email: emailField,
        password: newPasswordField,
        current_password: givenPasswordField,
      })
      .partial(),
    response: userView,
    errors: {
      wrong_current_password: '`current_password` is wrong',
      email_taken: 'There is an account with this e-mail address',
      changed_meanwhile: 'The credentials were changed by another call at the same time',
    },
    handle: async ({ body, actor }) => {
      const { email, password, current_password: currentPassword, ...profile } = body;
      const user = await changeAccount(deps)({
        userId: actor.id,
        profile: profileChangesOf(profile),
        email,
        password,
        currentPassword,
      });
      return viewUser(user);
    },
  });
