import { z } from 'zod';
import { userPasskeyChanged } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { passkeyChange } from '../../domain/audit-entry.ts';
import { deleteSecondFactor } from '../../workflows/delete-second-factor.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

/** False where the login has none. */
async function deletePasskeys(
  { passkeys, outbox }: Stores,
  userId: string,
  now: Date,
): Promise<boolean> {
  const changedAt = now.toISOString();
  const lost = await passkeys.listOf(userId);
  await passkeys.deleteAllOf(userId);
  for (const passkey of lost) recordChange(passkeyChange(passkey, { before: passkey }));
  await outbox.add(
    ...lost.map(({ name }) => userPasskeyChanged({ userId, name, change: 'removed', changedAt })),
  );
  return lost.length > 0;
}

export const removeSecondFactorRoute = (deps: Deps) =>
  route({
    operationId: 'removeSecondFactor',
    method: 'delete',
    path: '/api/admin/users/:user_id/second-factor',
    summary: 'Remove the second factor and the passkeys of a login',
    description:
      'For a person who has lost app, recovery codes and passkeys, once it is certain who that is. The person is mailed.',
    allow: ['admin'],
    permission: 'platform:write',
    stepUp: true,
    params: z.object({ user_id: z.uuid() }),
    response: z.object({ success: z.literal(true) }),
    errors: {
      second_factor_not_enrolled: 'The login has neither an authenticator app nor a passkey (409)',
    },
    handle: async ({ params: { user_id: userId }, actor: { memberId: byUserId } }) => {
      await deps.transaction(async (stores) => {
        await stores.users.get(userId);
        const now = deps.clock.now();
        const hasPasskeys = await deletePasskeys(stores, userId, now);
        if (hasPasskeys && !(await stores.secondFactors.isRequired(userId))) return;
        await deleteSecondFactor(stores, { userId, byUserId }, now);
      });
      return { success: true };
    },
  });
