import { schedule } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { refuseOverdueClicks } from './refuse-overdue-clicks.ts';

export const refuseOverdueClicksSchedule = (deps: Deps) =>
  schedule({
    name: 'refuse-overdue-clicks',
    cron: '0 41 * * * *',
    run: () => refuseOverdueClicks(deps),
  });
