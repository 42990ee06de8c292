import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { tellMissedMilestones } from './tell-milestones.ts';

export const tellMissedMilestonesSchedule = (deps: Deps) =>
  schedule({
    name: 'tell-missed-milestones',
    cron: '0 17 3 * * *',
    run: tellMissedMilestones(deps),
  });
