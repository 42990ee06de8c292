import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { signInChangeErrors } from '../../views/second-factor-fields.ts';
import { enrolSecondFactor } from './enrol-second-factor.ts';

export const enrolSecondFactorRoute = (deps: Deps) =>
  route({
    operationId: 'enrolSecondFactor',
    method: 'post',
    path: '/api/auth/second-factor',
    summary: 'Begin to add an authenticator app',
    description:
      'Returns the secret for the app, as text and as the address for a QR code. It is in force once `POST /api/auth/second-factor/confirm` has received a code. A further call replaces an unconfirmed secret.',
    allow: 'signed_in',
    permission: 'login:write',
    stepUp: true,
    status: 201,
    response: z.object({
      /** Base32. */
      secret: z.string(),
      otpauth_uri: z.string(),
    }),
    errors: {
      ...signInChangeErrors,
      second_factor_enrolled: 'The login has a second factor: disable it first (409)',
    },
    handle: async ({ actor }) => {
      const { secret, uri } = await enrolSecondFactor(deps)(actor);
      return { secret, otpauth_uri: uri };
    },
  });
