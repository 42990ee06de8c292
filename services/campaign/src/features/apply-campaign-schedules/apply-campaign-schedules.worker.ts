import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { followSchedule } from './apply-campaign-schedules.ts';

export const followScheduleWorker = (deps: Deps) =>
  worker({
    name: 'follow-schedule',
    everyMs: deps.config.CAMPAIGN_SCHEDULE_EVERY_MS,
    run: followSchedule(deps),
  });
