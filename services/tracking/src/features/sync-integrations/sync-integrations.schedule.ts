import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { syncStore } from '../../workflows/sync-integration.ts';

/** Bounds one run; the others are first in the next. */
const STORES = 200;

/** Orders whose webhooks got lost come in within the hour. */
export const syncStoresSchedule = (deps: Deps) => {
  const sync = syncStore(deps);
  return schedule({
    name: 'sync-stores',
    cron: '0 23 * * * *',
    run: async () => {
      for (const store of await deps.integrations.listToSync(STORES)) {
        try {
          await sync(store);
        } catch (error) {
          // Noted with the store; the others' orders come all the same.
          deps.log.warn({ err: error, integrationId: store._id }, 'a store could not be synced');
        }
      }
    },
  });
};
