import { userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';

/** Copies which accounts are suspended; a reinstatement lets their held commissions go on. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) => {
  const save = (_id: string, isSuspended: boolean, changedAt: Date) =>
    transaction(async ({ commissions, suspensions }) => {
      await suspensions.save({ _id, isSuspended, changedAt });
      const suspended = await suspensions.listSuspended([_id]);
      if (suspended.size === 0) await commissions.endSuspension(_id);
    });
  return [
    consumer(userStatusChanged, ({ data: { userId, status }, occurredAt }) =>
      save(userId, status === 'suspended', occurredAt),
    ),
    consumer(userSuspensionRestated, ({ data: { userId, changedAt } }) =>
      save(userId, true, new Date(changedAt)),
    ),
  ];
};
