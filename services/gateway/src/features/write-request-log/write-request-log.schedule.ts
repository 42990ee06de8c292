import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

/** Writes the log of requests with API keys once a second, one write at a time, and a last time at the stop. */
export function startRequestLogWriter({ requestLog, log }: Pick<Deps, 'log' | 'requestLog'>) {
  let current: Promise<void> | undefined;
  const write = (): Promise<void> =>
    requestLog.write().catch((error: unknown) => {
      log.warn({ err: error }, 'requests could not be logged; the next write repeats them');
    });
  const timer = setInterval(() => {
    current ??= write().finally(() => {
      current = undefined;
    });
  }, SECOND_MS).unref();
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await current;
      await write();
    },
  };
}
