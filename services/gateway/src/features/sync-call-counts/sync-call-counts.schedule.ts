import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

/** Syncs the monthly quota once a second, one sync at a time, and a last time at the stop. */
export function startCallCountSync({ quota, log }: Pick<Deps, 'log' | 'quota'>) {
  let current: Promise<void> | undefined;
  const sync = async (): Promise<void> => {
    const [error] = await quota.sync();
    if (error === undefined) return;
    log.warn({ err: error }, 'monthly call counts could not be synced; the next sync retries');
  };
  const timer = setInterval(() => {
    current ??= sync().finally(() => {
      current = undefined;
    });
  }, SECOND_MS).unref();
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await current;
      await quota.sync();
    },
  };
}
