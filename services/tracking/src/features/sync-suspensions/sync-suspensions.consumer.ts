import { userStatusChanged } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Copies which accounts are suspended: their clicks do not count, and their orders earn nothing. */
export const syncSuspensionsConsumer = ({ transaction }: Pick<Deps, 'transaction'>) =>
  consumer(userStatusChanged, ({ data: { userId, status }, occurredAt }) =>
    transaction(({ suspensions }) =>
      suspensions.save({
        _id: userId,
        isSuspended: status === 'suspended',
        changedAt: occurredAt,
      }),
    ),
  );
