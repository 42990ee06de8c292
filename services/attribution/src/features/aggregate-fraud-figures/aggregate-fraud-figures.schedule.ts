import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { aggregateFraudFigures } from './aggregate-fraud-figures.ts';

/** Every night, when the day before is complete. */
export const aggregateFraudFiguresSchedule = (deps: Deps) =>
  schedule({ name: 'sum-fraud', cron: '0 15 0 * * *', run: aggregateFraudFigures(deps) });
