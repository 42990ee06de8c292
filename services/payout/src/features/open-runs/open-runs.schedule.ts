import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { openRuns } from '../../workflows/open-runs.ts';

export const openRunsSchedule = (deps: Deps) =>
  schedule({ name: 'open-payout-runs', cron: '*/10 * * * * *', run: openRuns(deps) });
