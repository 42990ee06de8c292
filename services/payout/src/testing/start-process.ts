import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@tributary/testing';

/** On a busy machine a process takes minutes to start. */
const START_TIMEOUT_MS = 240_000;

/** Runs the service as a separate process that a test can kill. */
export async function startProcess(env: Readonly<Record<string, string>>) {
  const main = join(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, [main], {
    env: {
      ...env,
      LOG_LEVEL: 'info',
      // As npm start sets it.
      MALLOC_ARENA_MAX: '2',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', keep);
  const started = eventually(() => /"http":(\d+)[^\n]*"started"/.exec(output)?.[1], {
    timeoutMs: START_TIMEOUT_MS,
  });
  const port = await started.catch((error: unknown) => {
    // The caller gets no handle with which to end it.
    child.kill('SIGKILL');
    throw error;
  });
  child.stdout.off('data', keep);
  // Later output is discarded, but must be read.
  child.stdout.resume();
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded) {
        resolve();
        return;
      }
      child.once('exit', () => {
        resolve();
      });
      child.kill(signal);
    });
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** What it has used of a core so far, seconds. */
    cpuSeconds: async (): Promise<number> => {
      const stat = await readFile(`/proc/${String(child.pid)}/stat`, 'utf8').catch(() => '');
      // The fields after the name, which may hold anything: user and system time, in hundredths.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
    },
    /** What it holds in memory, MB; 0 where that cannot be found out. */
    memoryMb: async (): Promise<number> => {
      const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
  };
}
