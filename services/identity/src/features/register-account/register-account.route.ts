import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  emailField,
  newPasswordField,
  profileFields,
  profileOf,
} from '../../views/account-fields.ts';
import { sessionReply, sessionResponse } from '../../views/session-view.ts';
import { signInClientOf } from '../../views/sign-in-client.ts';
import { registerAccount } from './register-account.ts';

const { name, ...optional } = profileFields;

export const registerAccountRoute = (deps: Deps) =>
  route({
    operationId: 'registerAccount',
    method: 'post',
    path: '/api/auth/register',
    summary: 'Register an account',
    description: 'Creates an affiliate’s or a brand’s account and signs it in.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    countCall: ({ ip }) => deps.limits.register(ip),
    body: z.strictObject({
      email: emailField,
      password: newPasswordField,
      role: z.enum(['affiliate', 'brand']),
      name,
      ...z.object(optional).partial().shape,
    }),
    status: 201,
    response: sessionResponse,
    errors: {
      email_taken: 'There is an account with this e-mail address (409)',
      rate_limit_exceeded: 'At most 60 registrations per minute and address, valid or not',
    },
    handle: async ({ body, request }) => {
      const { email, password, role, ...rest } = body;
      const profile = profileOf(rest);
      const opened = await registerAccount(deps)({
        email,
        password,
        role,
        profile,
        ...signInClientOf(request),
      });
      return sessionReply(201, opened);
    },
  });
