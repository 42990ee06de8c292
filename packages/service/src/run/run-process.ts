import { ConfigError } from '../config-error.ts';
import { type Logger } from '../log.ts';
import { profileOnSignal } from './profile-on-signal.ts';
import { keepHeapTidy } from './tidy-heap.ts';

/** A running process. */
export interface RunningProcess {
  /** Stops in order and resolves when no work is left. */
  close(): Promise<void>;
}

interface ProcessOptions {
  /** Names what it writes. */
  readonly service: string;
  readonly log: Logger;
  /** A close that takes longer is given up, ms. */
  readonly graceMs: number;
  readonly start: () => Promise<RunningProcess>;
}

const fail = (log: Logger, error: unknown, message: string): void => {
  log.fatal({ err: error }, message);
  process.exitCode = 1;
};

/**
 * Runs a process until SIGTERM or SIGINT, then closes it; SIGUSR2 writes a profile of it. An uncaught error ends the process: its
 * state is unknown, and its supervisor starts a new one.
 */
export async function runProcess({ service, log, graceMs, start }: ProcessOptions): Promise<void> {
  let running: RunningProcess | undefined;
  let stopping = false;

  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    const giveUp = setTimeout(() => {
      log.error('the stop took too long');
      process.exit(1);
    }, graceMs + 5_000);
    giveUp.unref();
    Promise.resolve(running?.close()).then(
      () => process.exit(),
      (error: unknown) => {
        fail(log, error, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  profileOnSignal(log, { name: `tributary-${service}-${String(process.pid)}` });
  const crash = (error: unknown): void => {
    fail(log, error, 'uncaught error');
    stop('uncaught error');
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  try {
    running = await start();
    keepHeapTidy();
  } catch (error) {
    fail(log, error, 'could not start');
    process.exit(1);
  }
}

/**
 * Reads settings by `read`; where they are invalid, prints the reason in one line and ends the
 * process.
 */
export function configOrExit<Config>(read: () => Config): Config {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}
