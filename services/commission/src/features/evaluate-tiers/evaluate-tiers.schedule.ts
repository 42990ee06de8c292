import { schedule } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { evaluateTiers } from '../../workflows/evaluate-tiers.ts';

/** Evaluates every affiliate once a day, because a rolling period lowers figures without any event. */
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
