import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Keeps every instance's ring up to date: well within the time for which new keys are announced. */
export const refreshKeysWorker = (deps: Deps) =>
  worker({
    name: 'refresh-signing-keys',
    everyMs: 30_000,
    run: async () => {
      await deps.keyRing.refresh();
      return false;
    },
  });
