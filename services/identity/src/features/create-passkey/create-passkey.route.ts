import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { deviceOf } from '../../domain/device.ts';
import { MAX_PASSKEYS } from '../../domain/passkey.ts';
import { line } from '../../views/account-fields.ts';
import {
  passkeyResponse,
  passkeyTokenField,
  passkeyView,
  registrationCredential,
} from '../../views/passkey-view.ts';
import { signInChangeErrors } from '../../views/second-factor-fields.ts';
import { createPasskey } from './create-passkey.ts';

export const createPasskeyRoute = (deps: Deps) =>
  route({
    operationId: 'createPasskey',
    method: 'post',
    path: '/api/auth/passkeys',
    summary: 'Register a passkey',
    description:
      'The passkey must verify its user by PIN or biometrics. It then signs in alone, and counts as two factors.',
    allow: 'signed_in',
    permission: 'login:write',
    body: z.strictObject({
      challenge_token: passkeyTokenField,
      /** The device of the request by default. */
      name: line(1, 100).optional(),
      /** The JSON form of what `navigator.credentials.create` returned. */
      credential: registrationCredential,
    }),
    status: 201,
    response: passkeyResponse,
    errors: {
      ...signInChangeErrors,
      invalid_passkey:
        'The challenge was used or has expired, or the answer does not fit challenge and site (400)',
      passkey_registered: 'The passkey is registered already (409)',
      passkey_limit_reached: `At most ${String(MAX_PASSKEYS)} passkeys per login (409)`,
    },
    handle: async ({ body, actor, request }) => {
      const passkey = await createPasskey(deps)({
        actor,
        challengeToken: body.challenge_token,
        credential: body.credential,
        name: body.name ?? deviceOf(request.headers['user-agent']?.toString()),
      });
      return passkeyView(passkey);
    },
  });
