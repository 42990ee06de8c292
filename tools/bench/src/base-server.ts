import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a base server in a separate process. */
export async function startBase(
  /** Its file in this folder, without the ending. */
  name: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<{ url: string; pid: number; stop(): void }> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    env: { ...process.env, ...env, BASE_PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${String(port)}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await pause(100);
  }
  return { url, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') };
}
