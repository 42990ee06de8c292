import { randomUUIDv7 } from 'node:crypto';
import { runWithContext } from '@tributary/context';
import { createWakeSignal } from '@tributary/work';
import { type Logger } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { openWorkErrorReport } from './work-error-report.ts';

/** A loop over due work in the database: retries, payout steps, ended holds. */
export interface Worker {
  readonly name: string;
  /** The role that runs it: `worker` by default, `edge` where it needs the state of the process that serves. */
  readonly role?: 'edge' | 'worker';
  /** Pause when nothing was due, ms. */
  readonly everyMs: number;
  /** Does a bounded piece of work; true where there is more to do at once. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
}

export interface RunningWorker {
  /** Ends the pause, because work was added. */
  wake(): void;
  /** Finishes the current piece of work. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_ERROR_MS = 1_000;

/** Declares a worker, for app.ts. */
export const worker = (declaration: Worker): Worker => declaration;

/** Starts the loop. After an error it logs and continues, because the work is still due. */
export function startWorker(
  { name, everyMs, run }: Worker,
  { log, metrics }: { log: Logger; metrics: ServiceMetrics },
): RunningWorker {
  const stopping = new AbortController();
  const signal = createWakeSignal();
  const message = 'worker failed; it continues after a pause';
  const report = openWorkErrorReport({ log, metrics }, name, message);

  const piece = async (): Promise<number> => {
    try {
      const context = { correlationId: randomUUIDv7() };
      const more = await runWithContext(context, () => run(stopping.signal));
      return more ? 0 : everyMs;
    } catch (error) {
      report(error);
      return PAUSE_AFTER_ERROR_MS;
    }
  };

  const isStopping = (): boolean => stopping.signal.aborted;
  const loop = async (): Promise<void> => {
    while (!isStopping()) {
      const pauseMs = await piece();
      // The stop may have come during the piece of work.
      if (pauseMs > 0 && !isStopping()) await signal.wait(pauseMs);
    }
  };
  const ended = loop();

  return {
    wake: signal.notify,
    stop: async () => {
      stopping.abort();
      signal.notify();
      await ended;
    },
  };
}
