import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type SettingsError } from './errors.ts';
import { type ServiceProcessId } from './system-processes.ts';

interface ReadinessOptions {
  readonly baseUrl: string;
  readonly processes: readonly ServiceProcessId[];
  readonly opsUrl: (process: ServiceProcessId) => string;
  readonly timeoutMs: number;
  /** The error of a process that will never be ready. */
  readonly refusal: () => SettingsError | undefined;
}

/** Waits until every process of a system is ready. Throws EngineError; what `refusal` returns at once. */
export const awaitReady = async (options: ReadinessOptions): Promise<void> => {
  const { timeoutMs, refusal } = options;
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady(options))) {
    const refused = refusal();
    if (refused !== undefined) throw refused;
    if (Date.now() > deadline) {
      const waiting = await listWaiting(options);
      const names = waiting.length === 0 ? 'The gateway' : waiting.join(', ');
      const seconds = Math.round(timeoutMs / 1000);
      throw new EngineError(`${names} not ready after ${seconds} s`, 'read the logs of that name');
    }
    await sleep(100);
  }
};

/** The gateway checks the processes that serve, but no worker. */
const isReady = async (options: ReadinessOptions): Promise<boolean> =>
  (await answersOk(`${options.baseUrl}/health/ready`)) && (await listWaiting(options)).length === 0;

const listWaiting = async ({
  processes,
  opsUrl,
}: ReadinessOptions): Promise<readonly ServiceProcessId[]> => {
  const answers = await Promise.all(
    processes.map(async (id) => ({ id, ok: await reportsReady(opsUrl(id)) })),
  );
  return answers.filter(({ ok }) => !ok).map(({ id }) => id);
};

/** Whether the process with this port of operations is ready. */
export const reportsReady = async (opsUrl: string): Promise<boolean> =>
  answersOk(`${opsUrl}/health/ready`);

const answersOk = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
};
