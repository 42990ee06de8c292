import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { collectPayouts } from './collect-payouts.ts';

export const collectPayoutsWorker = (deps: Deps) =>
  worker({ name: 'collect-payouts', everyMs: 1_000, run: collectPayouts(deps) });
