import { userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
import { consumer, type ConsumerOptions } from '@tributary/messaging';

/** Whether an account is suspended, since `changedAt`. */
export interface SuspensionChange {
  readonly accountId: string;
  readonly isSuspended: boolean;
  readonly changedAt: Date;
  /** Its owner requested its deletion: until then it is suspended, and what is owed to it is paid. */
  readonly isLeaving: boolean;
}

/** The consumers of a service's copy of the suspended accounts: every event that states a suspension or its end. */
export const suspensionConsumers = (
  save: (change: SuspensionChange) => Promise<unknown>,
  options: ConsumerOptions = {},
) => [
  consumer(
    userStatusChanged,
    ({ data: { userId: accountId, status, deletionDueAt }, occurredAt: changedAt }) => {
      const isLeaving = deletionDueAt !== undefined;
      return save({ accountId, isSuspended: status === 'suspended', changedAt, isLeaving });
    },
    options,
  ),
  consumer(
    userSuspensionRestated,
    ({ data: { userId: accountId, changedAt } }) =>
      save({
        accountId,
        isSuspended: true,
        changedAt: new Date(changedAt),
        isLeaving: false,
      }),
    options,
  ),
];
