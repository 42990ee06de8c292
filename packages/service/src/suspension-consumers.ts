import { userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
import { consumer, type ConsumerOptions } from '@tributary/messaging';

/** Whether an account is suspended, since `changedAt`. */
export interface SuspensionChange {
  readonly accountId: string;
  readonly isSuspended: boolean;
  readonly changedAt: Date;
}

/** The consumers of a service's copy of the suspended accounts: every event that states a suspension or its end. */
export const suspensionConsumers = (
  save: (change: SuspensionChange) => Promise<unknown>,
  options: ConsumerOptions = {},
) => [
  consumer(
    userStatusChanged,
    ({ data: { userId: accountId, status }, occurredAt: changedAt }) =>
      save({ accountId, isSuspended: status === 'suspended', changedAt }),
    options,
  ),
  consumer(
    userSuspensionRestated,
    ({ data: { userId: accountId, changedAt } }) =>
      save({ accountId, isSuspended: true, changedAt: new Date(changedAt) }),
    options,
  ),
];
