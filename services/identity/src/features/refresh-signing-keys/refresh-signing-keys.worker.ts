import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/** Runs much more often than new keys are published ahead, so that no instance misses one. */
export const refreshSigningKeysWorker = ({ keyRing }: Deps) =>
  worker({
    name: 'refresh-signing-keys',
    everyMs: 30_000,
    run: async () => {
      await keyRing.refresh();
      return false;
    },
  });
