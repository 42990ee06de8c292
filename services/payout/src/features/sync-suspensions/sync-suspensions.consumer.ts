import { userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Copies which accounts are suspended, because nothing is paid to them. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) => {
  const save = (_id: string, isSuspended: boolean, changedAt: Date) =>
    transaction(({ suspensions }) => suspensions.save({ _id, isSuspended, changedAt }));
  return [
    consumer(userStatusChanged, ({ data: { userId, status }, occurredAt }) =>
      save(userId, status === 'suspended', occurredAt),
    ),
    consumer(userSuspensionRestated, ({ data: { userId, changedAt } }) =>
      save(userId, true, new Date(changedAt)),
    ),
  ];
};
