import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { measureLifts } from '../../workflows/measure-lifts.ts';

/** Every night before models are trained, whose prior it is. */
export const measureLiftsSchedule = (deps: Deps) =>
  schedule({ name: 'measure-lifts', cron: '0 40 2 * * *', run: measureLifts(deps) });
