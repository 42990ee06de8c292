import { suspensionConsumers } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Copies which accounts are suspended, because nothing is paid to them. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) =>
  suspensionConsumers(({ accountId: _id, ...change }) =>
    transaction(({ suspensions }) => suspensions.save({ _id, ...change })),
  );
