import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { assessWaiting } from './assess-pending-conversions.ts';

export const assessWaitingWorker = (deps: Deps) =>
  worker({ name: 'assess-waiting', everyMs: 50, run: assessWaiting(deps) });
