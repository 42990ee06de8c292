import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { assessPendingConversions } from './assess-pending-conversions.ts';

export const assessPendingConversionsWorker = (deps: Deps) =>
  worker({ name: 'assess-waiting', everyMs: 50, run: assessPendingConversions(deps) });
