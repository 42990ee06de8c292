import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { advancePayouts } from './advance-payouts.ts';

export const advancePayoutsWorker = (deps: Deps) =>
  worker({
    name: 'advance-payouts',
    everyMs: 200,
    run: async (signal) => {
      await advancePayouts(deps)(signal);
      return false;
    },
  });
