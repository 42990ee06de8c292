import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface Finished {
  readonly code: number;
  /** What it printed on standard output. */
  readonly output: string;
  /** Whether it was still at work when its time was over. */
  readonly isStopped: boolean;
}

interface Options {
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** How long it may take, in milliseconds. */
  readonly withinMs: number;
  readonly print: (text: string) => void;
}

export interface RunningProgram {
  readonly finished: Promise<Finished>;
  /** Sends SIGTERM to its whole group, jest's workers too, and SIGKILL to what is left after a few seconds. */
  readonly stop: () => void;
}

/** Time to end what it started in groups of their own, such as a system of eleven processes. */
const SIGTERM_WITHIN_MS = 5_000;

/** Returns whether any process of the group was left to signal; signal 0 only checks. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const until = performance.now() + SIGTERM_WITHIN_MS;
  signalGroup(child, 'SIGTERM');
  while (signalGroup(child, 0) && performance.now() < until) await pause(50);
  signalGroup(child, 'SIGKILL');
}

/** Runs Node in a group of its own, passes on what it prints, and stops it when its time is over. */
export function runNode(args: readonly string[], options: Options): RunningProgram {
  const child = spawn(process.execPath, args, {
    cwd: options.directory,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): void => {
    stopped ??= stopGroup(child);
  };
  const finish = async (): Promise<Finished> => {
    const timer = setTimeout(stop, options.withinMs);
    const { code, output } = await follow(child, options);
    clearTimeout(timer);
    await stopped;
    // Not at its streams' end: what a failed test left running would hold them open.
    signalGroup(child, 'SIGKILL');
    return { code, output: await output, isStopped: stopped !== undefined };
  };
  return { finished: finish(), stop };
}

/** Waits for its exit; its output is complete once nothing of its group is left. */
async function follow(child: ChildProcess, { print }: Options) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    print(piece);
  });
  const output = once(child, 'close').then(() => text);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code: code ?? 1, output };
}
