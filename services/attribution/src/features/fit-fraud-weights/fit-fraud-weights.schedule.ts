import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { fitFraudWeights } from '../../workflows/fit-fraud-weights.ts';

/** Every night, when orders were judged again, on one instance. */
export const fitFraudWeightsSchedule = (deps: Deps) =>
  schedule({
    name: 'fit-fraud-weights',
    cron: '0 40 4 * * *',
    run: async () => {
      await fitFraudWeights(deps)();
    },
  });
