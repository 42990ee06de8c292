import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { watchAllBrands } from './watch-tracking-health.ts';

/** Checks every hour whether the clicks and orders of each brand still arrive as before. */
export const watchTrackingHealthSchedule = (deps: Deps) =>
  schedule({
    name: 'watch-tracking-health',
    cron: '0 41 * * * *',
    run: () =>
      watchAllBrands(deps, (error, brandId) => {
        deps.log.warn({ err: error, brandId }, 'the tracking of a brand could not be watched');
      }),
  });
