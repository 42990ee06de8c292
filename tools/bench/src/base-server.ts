import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a base server in a separate process. */
export async function startBase(
  name: 'redirect' | 'intake' | 'read' | 'query',
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): void }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, `base/${name}.ts`)],
    {
      env: { ...process.env, ...env, BASE_PORT: String(port), NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const url = `http://127.0.0.1:${String(port)}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await pause(100);
  }
  return { url, stop: () => void child.kill('SIGKILL') };
}
