import { suspensionConsumers } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Copies which accounts are suspended: their clicks do not count, and their orders earn nothing. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) =>
  suspensionConsumers(({ accountId: _id, isSuspended, changedAt }) =>
    transaction(({ suspensions }) => suspensions.save({ _id, isSuspended, changedAt })),
  );
