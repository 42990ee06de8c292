import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { applyCampaignSchedules } from './apply-campaign-schedules.ts';

export const applyCampaignSchedulesWorker = (deps: Deps) =>
  worker({
    name: 'apply-campaign-schedules',
    everyMs: deps.config.CAMPAIGN_SCHEDULE_EVERY_MS,
    run: applyCampaignSchedules(deps),
  });
