import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { runSchedules } from './run-schedules.ts';

export const runSchedulesSchedule = (deps: Deps) =>
  schedule({ name: 'run-schedules', cron: '*/5 * * * * *', run: runSchedules(deps) });
