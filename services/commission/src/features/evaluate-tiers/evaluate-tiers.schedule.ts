import { schedule } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { evaluateTiers } from './evaluate-tiers.ts';

/** Once a day everybody: a period that rolled on may have lowered somebody. */
export const evaluateTiersSchedule = (deps: Deps) =>
  schedule({
    name: 'evaluate-tiers',
    cron: '0 10 0 * * *',
    run: async () => {
      for await (const affiliateId of deps.reports.listAffiliates()) {
        await evaluateTiers(deps)(affiliateId);
      }
    },
  });
