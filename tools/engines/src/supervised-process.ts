import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBoundedLog } from './bounded-log.ts';
import { signalGroup } from './process-identity.ts';
import { lowerPriority } from './priority.ts';
import { forgetProcess, recordProcess, stopGroup } from './run-directory.ts';

export interface ProcessSpec {
  /** Shown to people, and the name of the pid file. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly directory?: string;
  readonly runDirectory: string;
  readonly logFile: string;
  /** How long SIGTERM may take before SIGKILL. */
  readonly stopWithinMs: number;
  /** Lets it stand back behind this process on a busy processor. */
  readonly background?: Background;
  readonly onLine?: (line: string) => void;
  readonly log: (line: string) => void;
}

export interface Background {
  /** How far it stands back, 0 to 19. */
  readonly niceness: number;
  /** It stands back once this holds: people wait for the start of every process. */
  readonly isReady: () => Promise<boolean>;
}

export interface SupervisedProcess {
  readonly name: string;
  /** The number of the process that runs now; undefined between a crash and its restart. */
  readonly pid: () => number | undefined;
  /** How often it ended without `stop` and was started again. */
  readonly restarts: () => number;
  /** Starts it, and again after every end without `stop`. Does nothing when it runs. */
  readonly start: () => void;
  /** Ends it for good: SIGTERM, then SIGKILL. */
  readonly stop: () => Promise<void>;
  /** Sends a signal, by default SIGKILL; `hold` leaves it down until `start`. */
  readonly kill: (options?: { signal?: NodeJS.Signals; hold?: boolean }) => void;
  /** Once supervision restarts it; before, the first end is final and reported by this promise. */
  readonly firstExit: Promise<string>;
  /** The reason that it printed last, once it has refused its settings; it is not started again. */
  readonly refusal: Promise<string>;
  /** Restarts it from now on when it ends without `stop`. */
  readonly keepAlive: () => void;
}

/** The exit code of a process whose settings are wrong (EX_CONFIG of sysexits.h). */
const WRONG_SETTINGS = 78;

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5000;
const STEADY_AFTER_MS = 30_000;

/** Process groups that must not outlive this process, whatever ends it. */
const living = new Set<number>();
let exitHooked = false;

const killOnExit = (groupId: number): void => {
  living.add(groupId);
  if (exitHooked) return;
  exitHooked = true;
  process.on('exit', () => {
    for (const group of living) signalGroup(group, 'SIGKILL');
  });
};

/** The pause before the next start: doubles with every quick end, is short again after a steady run. */
export const nextDelayMs = (previousDelayMs: number, ranMs: number): number =>
  ranMs >= STEADY_AFTER_MS || previousDelayMs === 0
    ? FIRST_DELAY_MS
    : Math.min(previousDelayMs * 2, LONGEST_DELAY_MS);

/**
 * A child process in a group of its own (so that Ctrl-C in the terminal reaches only us, and we decide
 * the order of the stop), with its output in a bounded file and its number in a pid file.
 */
export const superviseProcess = (spec: ProcessSpec): SupervisedProcess => {
  const { write } = openBoundedLog(spec.logFile);
  const { report, ...endings } = openEndings(spec);
  const state = { wanted: false, keepAlive: false, restarts: 0, delayMs: 0, startedAt: 0 };
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  const launch = (): void => {
    state.startedAt = Date.now();
    child = spawnGroup(spec, write, ended);
  };
  const restartLater = (ending: string): void => {
    state.delayMs = nextDelayMs(state.delayMs, Date.now() - state.startedAt);
    spec.log(`${spec.name} ended (${ending}); starting it again in ${state.delayMs} ms`);
    timer = setTimeout(() => {
      state.restarts += 1;
      launch();
    }, state.delayMs);
  };
  const ended = (end: Ending): void => {
    child = undefined;
    if (!report(end) && state.wanted && state.keepAlive) restartLater(end.ending);
  };
  const hold = (): void => {
    state.wanted = false;
    clearTimeout(timer);
  };

  return {
    name: spec.name,
    pid: () => child?.pid,
    restarts: () => state.restarts,
    ...endings,
    keepAlive: () => {
      state.keepAlive = true;
    },
    start: () => {
      state.wanted = true;
      clearTimeout(timer);
      if (child === undefined) launch();
    },
    stop: async () => {
      hold();
      await endOf(child, spec.stopWithinMs);
    },
    kill: (options = {}) => {
      if (options.hold === true) hold();
      // A kill on purpose is no crash: the restart needs no back-off.
      state.delayMs = 0;
      if (child?.pid !== undefined) signalGroup(child.pid, options.signal ?? 'SIGKILL');
    },
  };
};

const endOf = async (child: ChildProcess | undefined, withinMs: number): Promise<void> => {
  if (child?.pid === undefined) return;
  const gone = new Promise((done) => child.once('close', done));
  await Promise.all([stopGroup(child.pid, withinMs), gone]);
};

interface Ending {
  /** The signal or the exit code, as text. */
  readonly ending: string;
  readonly code?: number | null;
  readonly lastLine: string;
}

/** Reports the first end, and a refusal of the settings, which is final. */
const openEndings = ({ name, log }: ProcessSpec) => {
  const firstExit = Promise.withResolvers<string>();
  const refusal = Promise.withResolvers<string>();
  return {
    firstExit: firstExit.promise,
    refusal: refusal.promise,
    report: ({ ending, code, lastLine }: Ending): boolean => {
      firstExit.resolve(ending);
      if (code !== WRONG_SETTINGS) return false;
      log(`${name} refuses its settings: ${lastLine}`);
      refusal.resolve(lastLine);
      return true;
    },
  };
};

const READY_EVERY_MS = 500;

async function standBackOnceReady(
  child: ChildProcess,
  pid: number,
  { niceness, isReady }: Background,
): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isReady()) {
      lowerPriority(pid, niceness);
      return;
    }
    await sleep(READY_EVERY_MS, undefined, { ref: false });
  }
}

/** Starts it once; `ended` is called once, when nothing of it is left. */
const spawnGroup = (
  spec: ProcessSpec,
  write: (chunk: Buffer) => void,
  ended: (ending: Ending) => void,
): ChildProcess => {
  let lastLine = '';
  const onLine = (line: string): void => {
    lastLine = line;
    spec.onLine?.(line);
  };
  const child = spawn(spec.command, spec.args, {
    cwd: spec.directory,
    env: { ...process.env, ...spec.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) followOutput(stream, onLine, write);
  const { pid } = child;
  if (pid === undefined) {
    child.once('error', (error) => {
      ended({ ending: error.message, lastLine });
    });
    return child;
  }
  killOnExit(pid);
  if (spec.background !== undefined) void standBackOnceReady(child, pid, spec.background);
  recordProcess(spec.runDirectory, spec.name, pid, [spec.command, ...spec.args].join(' '));
  child.once('exit', () => {
    signalGroup(pid, 'SIGKILL');
    living.delete(pid);
  });
  // Later than its exit: by now its last output is in the log.
  child.once('close', (code, signal) => {
    forgetProcess(spec.runDirectory, spec.name);
    ended({ ending: signal ?? `exit code ${code ?? 'unknown'}`, code, lastLine });
  });
  return child;
};

const followOutput = (
  stream: Readable,
  onLine: (line: string) => void,
  write: (chunk: Buffer) => void,
): void => {
  stream.on('data', write);
  createInterface({ input: stream }).on('line', onLine);
};
