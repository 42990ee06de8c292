import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { advanceBatches } from './advance-batches.ts';

export const advanceBatchesWorker = (deps: Deps) =>
  worker({ name: 'advance-batches', everyMs: 500, run: advanceBatches(deps) });
