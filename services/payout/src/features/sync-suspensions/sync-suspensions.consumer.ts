import { suspensionConsumers } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Copies which accounts are suspended, because nothing is paid to them. Those that their owners leave are paid. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) =>
  suspensionConsumers(({ accountId: _id, isLeaving, isSuspended, changedAt }) => {
    const change = { _id, isSuspended: isSuspended && !isLeaving, changedAt };
    return transaction(({ suspensions }) => suspensions.save(change));
  });
