import { userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { syncSuspension } from './sync-suspensions.ts';

export const syncSuspensionsConsumers = (deps: Deps) => {
  const sync = syncSuspension(deps);
  return [
    consumer(
      userStatusChanged,
      ({ data: { userId, status }, occurredAt }) =>
        sync({ ownerId: userId, isSuspended: status === 'suspended', changedAt: occurredAt }),
      { alone: true },
    ),
    consumer(
      userSuspensionRestated,
      ({ data: { userId, changedAt } }) =>
        sync({ ownerId: userId, isSuspended: true, changedAt: new Date(changedAt) }),
      { alone: true },
    ),
  ];
};
