import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { watchFraudDrift } from './watch-fraud-drift.ts';

/** Every night, when the day before is complete. */
export const watchFraudDriftSchedule = (deps: Deps) =>
  schedule({ name: 'watch-fraud-drift', cron: '0 45 0 * * *', run: watchFraudDrift(deps) });
