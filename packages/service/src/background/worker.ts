import { randomUUIDv7 } from 'node:crypto';
import { runWithContext } from '@tributary/context';
import { createWakeSignal } from '@tributary/work';
import { type Logger } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';

/** A loop that looks for work in the database: due retries, payouts to go on with, ended holds. */
export interface Worker {
  readonly name: string;
  /** Pause when there was nothing to do, ms. */
  readonly everyMs: number;
  /** Does a bounded piece of work; true where there is more to do at once. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
}

export interface RunningWorker {
  /** Work has come up: look now instead of after the pause. */
  nudge(): void;
  /** Lets the piece under way finish. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_ERROR_MS = 1_000;

/** Declares a worker, for app.ts. */
export const worker = (declaration: Worker): Worker => declaration;

/** Starts the loop. Errors are logged and the loop goes on, because the work is still due. */
export function startWorker(
  { name, everyMs, run }: Worker,
  { log, metrics }: { log: Logger; metrics: ServiceMetrics },
): RunningWorker {
  const stopping = new AbortController();
  const wake = createWakeSignal();

  const piece = async (): Promise<number> => {
    try {
      const context = { correlationId: randomUUIDv7() };
      const more = await runWithContext(context, () => run(stopping.signal));
      return more ? 0 : everyMs;
    } catch (error) {
      metrics.unexpectedErrors.inc({ where: name });
      log.error({ err: error, worker: name }, 'worker failed; it goes on after a pause');
      return PAUSE_AFTER_ERROR_MS;
    }
  };

  const isStopping = (): boolean => stopping.signal.aborted;
  const loop = async (): Promise<void> => {
    while (!isStopping()) {
      const pauseMs = await piece();
      // The signal may have fired during the piece, after the loop's check.
      if (pauseMs > 0 && !isStopping()) await wake.wait(pauseMs);
    }
  };
  const ended = loop();

  return {
    nudge: wake.notify,
    stop: async () => {
      stopping.abort();
      wake.notify();
      await ended;
    },
  };
}
