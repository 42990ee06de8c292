import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot, reservePortOffset } from '@tributary/engines';
import { type EngineUrls, SETTINGS } from '../system.ts';

const run = promisify(execFile);
const START_WITHIN_MS = 300_000;

/** Where a system of another checkout is. */
export interface ForeignSystem {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
}

/** Checks a commit out into a folder of its own, with its packages, and removes it afterwards. */
export async function withCheckout<T>(ref: string, work: (root: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-release-'));
  const root = join(folder, 'checkout');
  const git = (...args: readonly string[]) => run('git', ['-C', repositoryRoot(), ...args]);
  await git('worktree', 'add', '--detach', root, ref);
  try {
    const script = join(root, 'tools/scripts/bootstrap.mjs');
    await run(process.execPath, [script, '--bin', 'jest', '--version'], { cwd: root });
    return await work(root);
  } finally {
    await git('worktree', 'remove', '--force', root);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the system of the checkout by its own code, and stops it at a message. */
const PROGRAM = `
const [root, options] = process.argv.slice(1);
const { startSystem } = await import(root + '/tools/engines/src/index.ts');
const system = await startSystem({ ...JSON.parse(options), log: () => undefined });
process.send({ baseUrl: system.baseUrl, sandboxUrl: system.sandboxUrl });
process.once('message', async () => { await system.stop(); process.exit(0); });
process.once('disconnect', () => process.exit(1));
`;

/** Runs `work` with the system of a checkout on these engines, then stops the system. */
export async function withSystemOfCheckout<T>(
  root: string,
  engines: EngineUrls,
  env: Readonly<Record<string, string>>,
  work: (system: ForeignSystem) => Promise<T>,
): Promise<T> {
  const { mongoUrl, kafkaBrokers, redisUrl } = engines;
  const { offset, release } = await reservePortOffset();
  const directory = mkdtempSync(join(tmpdir(), 'tributary-release-data-'));
  const options = JSON.stringify({
    engines: { mongoUrl, kafkaBrokers, redisUrl },
    directory,
    portOffset: offset,
    env: { ...SETTINGS, ...env },
  });
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, root, options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const started = Promise.withResolvers<ForeignSystem>();
  child.once('message', (system) => {
    started.resolve(system as ForeignSystem);
  });
  void ended.then(() => {
    started.reject(new Error(`The system of ${root} did not start`));
  });
  const timer = setTimeout(() => child.kill(), START_WITHIN_MS);
  try {
    const system = await started.promise;
    clearTimeout(timer);
    return await work(system);
  } finally {
    clearTimeout(timer);
    if (child.connected) child.send('stop');
    await ended;
    await release();
    rmSync(directory, { recursive: true, force: true });
  }
}
