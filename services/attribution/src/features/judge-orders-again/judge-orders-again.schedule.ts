import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { judgeOrdersAgain } from '../../workflows/judge-orders-again.ts';

/** Every night, when the day before is complete. */
export const judgeOrdersAgainSchedule = (deps: Deps) =>
  schedule({ name: 'judge-orders-again', cron: '0 45 0 * * *', run: judgeOrdersAgain(deps) });
