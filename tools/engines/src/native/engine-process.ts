import { readFileSync } from 'node:fs';
import { lastLine } from '../command.ts';
import type { EngineName } from '../errors.ts';
import { EngineError } from '../errors.ts';
import { requireFreePort } from '../ports.ts';
import { waitUntilReady } from '../readiness.ts';
import type { ProcessSpec, SupervisedProcess } from '../supervised-process.ts';
import { superviseProcess } from '../supervised-process.ts';

export interface NativeEngine {
  readonly url: string;
  /** One process, or those of a cluster. */
  readonly members: readonly SupervisedProcess[];
}

/** Where native engines keep what is theirs. */
export interface NativeFolders {
  readonly data: string;
  readonly logs: string;
  readonly run: string;
  readonly cache: string;
}

export interface EngineStart {
  readonly engine: EngineName;
  readonly spec: ProcessSpec;
  readonly ports: readonly number[];
  readonly isReady: () => Promise<boolean>;
}

const READY_WITHIN_MS = 90_000;

/**
 * Starts one engine, waits until it serves, and keeps it running from then on. One that ends before it
 * is ready, or takes too long, is stopped and reported with its last output.
 */
export const startEngine = async (start: EngineStart): Promise<SupervisedProcess> => {
  const { engine, spec } = start;
  for (const port of start.ports) {
    await requireFreePort(port, engine, 'PORT_OFFSET to a number that shifts all ports but PORT');
  }
  const supervised = superviseProcess(spec);
  supervised.start();
  const remedy = `read ${spec.logFile}`;
  const waiting = new AbortController();
  const limits = { timeoutMs: READY_WITHIN_MS, remedy, signal: waiting.signal };
  try {
    await Promise.race([
      waitUntilReady(engine, start.isReady, limits),
      supervised.firstExit.then((ending) => {
        const words = lastLine(readFileSync(spec.logFile, 'utf8')).slice(0, 300);
        throw new EngineError(`${engine} cannot start (${ending}): ${words}`, remedy);
      }),
    ]);
  } catch (error) {
    waiting.abort();
    await supervised.stop();
    throw error;
  }
  supervised.keepAlive();
  return supervised;
};

/** Starts the members of an engine. Where one cannot start, the others are stopped. */
export const startTogether = async (
  starts: readonly EngineStart[],
): Promise<SupervisedProcess[]> => {
  const outcomes = await Promise.allSettled(starts.map(startEngine));
  const started = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = outcomes.find((one) => one.status === 'rejected');
  if (failed === undefined) return started;
  await Promise.all(started.map((one) => one.stop()));
  throw failed.reason;
};
