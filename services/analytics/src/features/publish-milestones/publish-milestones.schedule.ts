import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { publishMissedMilestones } from './publish-milestones.ts';

export const publishMissedMilestonesSchedule = (deps: Deps) =>
  schedule({
    name: 'publish-missed-milestones',
    cron: '0 17 3 * * *',
    run: publishMissedMilestones(deps),
  });
