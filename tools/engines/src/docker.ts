import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, run } from './command.ts';
import type { EngineName } from './errors.ts';
import { EngineError } from './errors.ts';
import { repositoryRoot } from './config.ts';
import { kafkaIsReady, waitUntilReady } from './readiness.ts';

/** Addresses by engine, and what ends the engines that were started. */
export interface OpenedEngines {
  readonly urls: Readonly<Partial<Record<EngineName, string>>>;
  readonly close: () => Promise<void>;
}

const SERVICES = { MongoDB: 'mongo', Kafka: 'kafka', Redis: 'redis' } as const;

/** The ports that docker-compose.yml publishes on this machine. */
const URLS: Readonly<Record<EngineName, string>> = {
  MongoDB: 'mongodb://127.0.0.1:27017/?directConnection=true',
  Kafka: '127.0.0.1:9092',
  Redis: 'redis://127.0.0.1:6379',
};

/** True when a Docker daemon answers; a client alone is not enough. */
export const dockerAnswers = async (): Promise<boolean> => {
  const args = ['version', '--format', '{{.Server.Version}}'];
  return (await run('docker', args, { timeoutMs: 5000 })).code === 0;
};

export const hasComposeFile = (): boolean =>
  existsSync(join(repositoryRoot(), 'docker-compose.yml'));

/**
 * Starts engines of docker-compose.yml and waits for their health checks. Those that ran before are
 * used, and left running at the end. Throws EngineError.
 */
export const openComposeEngines = async (
  engines: readonly EngineName[],
  log: (line: string) => void,
): Promise<OpenedEngines> => {
  const names = engines.map((engine) => SERVICES[engine]);
  const before = await compose(['ps', '--services', '--status', 'running']);
  const running = new Set(before.output.split('\n').map((line) => line.trim()));
  const started = names.filter((name) => !running.has(name));
  log(`starting ${names.join(', ')} by docker compose`);
  const up = await compose(['up', '-d', '--wait', ...names]);
  const close = async (): Promise<void> => {
    if (started.length > 0) await compose(['stop', ...started]);
  };
  if (up.code !== 0) {
    await close();
    throw composeError(up.output);
  }
  if (engines.includes('Kafka')) {
    const remedy = `read: docker compose -p ${composeProject()} logs kafka`;
    await waitUntilReady('Kafka', async () => kafkaIsReady(9092), { timeoutMs: 60_000, remedy });
  }
  return { urls: Object.fromEntries(engines.map((engine) => [engine, URLS[engine]])), close };
};

/** Throws the engines' containers and their data away. */
export const removeComposeData = async (): Promise<void> => {
  if (hasComposeFile()) await compose(['down', '--volumes', '--remove-orphans']);
};

const EARLIER_PROJECT = 'tributary';

/** The compose project of this checkout, so that no other checkout's engines are met. */
export const composeProject = (root = repositoryRoot()): string =>
  `tributary-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;

/** Checkouts of the version before shared one name: the one that made its containers keeps it. */
const findProject = async (root: string): Promise<string> => {
  const labels = {
    'com.docker.compose.project': EARLIER_PROJECT,
    'com.docker.compose.project.working_dir': root,
  };
  const filters = Object.entries(labels).flatMap(([name, value]) => [
    '--filter',
    `label=${name}=${value}`,
  ]);
  const found = await run('docker', ['ps', '--all', '--quiet', ...filters]);
  return found.code === 0 && found.output.trim() !== '' ? EARLIER_PROJECT : composeProject(root);
};

const compose = async (args: readonly string[]): ReturnType<typeof run> => {
  const directory = repositoryRoot();
  const project = await findProject(directory);
  return run('docker', ['compose', '--project-name', project, ...args], { directory });
};

const composeError = (output: string): EngineError => {
  const taken = /(?:bind for|listen tcp\d?) \S*?:(\d+)[^\n]*(?:already|in use)/i.exec(output)?.[1];
  if (taken !== undefined) {
    return new EngineError(
      `Port ${taken} for an engine in Docker is taken`,
      `stop what listens there (lsof -i :${taken}) or set TRIBUTARY_ENGINES=native`,
    );
  }
  return new EngineError(
    `docker compose could not start the engines: ${lastLine(output)}`,
    `read: docker compose -p ${composeProject()} logs mongo kafka redis, or set TRIBUTARY_ENGINES=native`,
  );
};
