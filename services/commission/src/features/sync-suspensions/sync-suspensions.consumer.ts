import { suspensionConsumers } from '@tributary/service';
import type { Deps } from '../../deps.ts';

/** Copies which accounts are suspended; a reinstatement lets their held commissions go on. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) =>
  suspensionConsumers(({ accountId: _id, ...change }) =>
    transaction(async ({ commissions, suspensions }) => {
      await suspensions.save({ _id, ...change });
      const suspended = await suspensions.listSuspended([_id]);
      if (suspended.size === 0) await commissions.endSuspension(_id);
    }),
  );
