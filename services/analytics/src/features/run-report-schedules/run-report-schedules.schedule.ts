import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { runReportSchedules } from './run-report-schedules.ts';

export const runReportSchedulesSchedule = (deps: Deps) =>
  schedule({ name: 'run-schedules', cron: '*/5 * * * * *', run: runReportSchedules(deps) });
