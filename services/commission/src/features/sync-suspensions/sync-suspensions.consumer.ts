import { suspensionConsumers } from '@tributary/service';
import type { Deps } from '../../deps.ts';

/** Copies which accounts are suspended; a reinstatement lets their held commissions go on. */
export const syncSuspensionsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) =>
  suspensionConsumers(({ accountId: _id, isLeaving, isSuspended, changedAt }) =>
    transaction(async ({ commissions, suspensions }) => {
      // What an account has earned before its owner leaves is paid.
      await suspensions.save({ _id, isSuspended: isSuspended && !isLeaving, changedAt });
      const suspended = await suspensions.listSuspended([_id]);
      if (suspended.size === 0) await commissions.endSuspension(_id);
    }),
  );
