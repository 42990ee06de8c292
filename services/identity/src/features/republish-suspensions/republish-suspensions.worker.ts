import { worker } from '@tributary/service';
import { HOUR_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { republishSuspensions } from './republish-suspensions.ts';

/** Works at the first start of this version; afterwards there is nothing to do. */
export const republishSuspensionsWorker = (deps: Deps) =>
  worker({ name: 'republish-suspensions', everyMs: HOUR_MS, run: republishSuspensions(deps) });
