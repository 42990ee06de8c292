import { worker } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { releaseHolds } from './release-holds.ts';

export const releaseHoldsWorker = (deps: Deps) =>
  worker({ name: 'release-holds', everyMs: deps.config.HOLD_CHECK_MS, run: releaseHolds(deps) });
