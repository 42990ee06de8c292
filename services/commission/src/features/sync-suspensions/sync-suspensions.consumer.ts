import { userStatusChanged } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';

/** Copies which accounts are suspended; a reinstatement lets their held commissions go on. */
export const syncSuspensionsConsumer = ({ transaction }: Pick<Deps, 'transaction'>) =>
  consumer(userStatusChanged, ({ data: { userId, status }, occurredAt }) =>
    transaction(async ({ commissions, suspensions }) => {
      const isSuspended = status === 'suspended';
      await suspensions.save({ _id: userId, isSuspended, changedAt: occurredAt });
      const suspended = await suspensions.listSuspended([userId]);
      if (suspended.size === 0) await commissions.endSuspension(userId);
    }),
  );
