import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

export const getSecondFactorRoute = (deps: Deps) =>
  route({
    operationId: 'getSecondFactor',
    method: 'get',
    path: '/api/auth/second-factor',
    summary: 'Get whether the login has a second factor',
    description: 'With the number of recovery codes that are left; it never shows the secret.',
    allow: 'signed_in',
    permission: 'login:read',
    response: z.object({
      enrolled: z.boolean(),
      enrolled_at: z.iso.datetime().nullable(),
      recovery_codes_left: z.int(),
    }),
    handle: async ({ actor }) => {
      const factor = await deps.secondFactors.find(actor.memberId);
      const enrolledAt = factor?.confirmedAt ?? null;
      return {
        enrolled: enrolledAt !== null,
        enrolled_at: enrolledAt?.toISOString() ?? null,
        recovery_codes_left: factor?.recoveryHashes.length ?? 0,
      };
    },
  });
