import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { syncIntegration } from '../../workflows/sync-integration.ts';

/** Bounds one run; the remaining shops are first in the next run. */
const MAX_PER_RUN = 200;

/** Fetches every hour the orders whose webhooks were lost. */
export const syncIntegrationsSchedule = (deps: Deps) => {
  const sync = syncIntegration(deps);
  return schedule({
    name: 'sync-integrations',
    cron: '0 23 * * * *',
    run: async () => {
      for (const integration of await deps.integrations.listToSync(MAX_PER_RUN)) {
        try {
          await sync(integration);
        } catch (error) {
          // The integration records the error; the other shops are synced all the same.
          deps.log.warn(
            { err: error, integrationId: integration._id },
            'a shop could not be synced',
          );
        }
      }
    },
  });
};
