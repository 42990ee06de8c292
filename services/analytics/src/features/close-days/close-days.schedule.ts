import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Closes days that have been over for a day, where figures are stored in ClickHouse. */
export const closeDaysSchedules = ({ closeDays }: Deps) =>
  closeDays === undefined
    ? []
    : [schedule({ name: 'close-days', cron: '0 23 * * * *', run: closeDays })];
