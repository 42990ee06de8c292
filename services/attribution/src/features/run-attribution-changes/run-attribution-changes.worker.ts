import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { runNextStep } from './run-attribution-changes.ts';

export const runAttributionChangesWorker = (deps: Deps) =>
  worker({ name: 'run-attribution-changes', everyMs: 1_000, run: runNextStep(deps) });
