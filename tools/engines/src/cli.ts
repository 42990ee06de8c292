/**
 * `node tools/engines/src/cli.ts up|down|env`: engines that stay up between commands, for those who
 * run single tests. They live under .engines/dev on ports of their own.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLine } from './command.ts';
import { engineConfig, repositoryRoot } from './config.ts';
import { EngineError, messageOf } from './errors.ts';
import { openEngines } from './open-engines.ts';
import { findOwner, stopGroup } from './run-directory.ts';

const directory = join(repositoryRoot(), '.engines', 'dev');
const runDirectory = join(directory, 'run', 'engines');
const addresses = join(directory, 'env');
const output = join(directory, 'up.log');
const ports = { mongo: 37_017, kafka: 39_092, kafkaController: 39_093, redis: 36_379 };

/** Keeps the engines running until a signal stops it. */
async function hold(): Promise<void> {
  const log = (line: string): void => void process.stdout.write(`${line}\n`);
  const config = {
    ...engineConfig(),
    choice: 'native' as const,
    mongoUrl: undefined,
    kafkaBrokers: undefined,
    redisUrl: undefined,
  };
  const stopped = new Promise((done) => process.once('SIGTERM', done));
  const engines = await openEngines({ directory, mode: 'start', ports, config, log });
  const { mongoUrl, kafkaBrokers, redisUrl } = engines;
  const lines = [
    `MONGO_URL='${mongoUrl}'`,
    `KAFKA_BROKERS=${kafkaBrokers}`,
    `REDIS_URL=${redisUrl}`,
  ];
  writeFileSync(addresses, lines.map((line) => `export ${line}\n`).join(''));
  await stopped;
  rmSync(addresses, { force: true });
  await engines.close();
}

function readAddresses(): string | undefined {
  try {
    return readFileSync(addresses, 'utf8');
  } catch {
    return undefined;
  }
}

async function up(): Promise<void> {
  mkdirSync(directory, { recursive: true });
  if (findOwner(runDirectory) === undefined) rmSync(addresses, { force: true });
  const descriptor = openSync(output, 'w');
  const holder = spawn(process.execPath, [import.meta.filename, 'hold'], {
    stdio: ['ignore', descriptor, descriptor],
    detached: true,
  });
  closeSync(descriptor);
  holder.unref();
  while (readAddresses() === undefined) {
    if (holder.exitCode !== null)
      throw new EngineError(lastLine(readFileSync(output, 'utf8')), `read ${output}`);
    await sleep(100);
  }
  process.stdout.write(readAddresses() ?? '');
}

async function down(): Promise<void> {
  const owner = findOwner(runDirectory);
  if (owner === undefined) return;
  await stopGroup(owner, 60_000);
}

const commands: Readonly<Record<string, () => Promise<void>>> = { up, down, hold };
const command = commands[process.argv[2] ?? ''];
try {
  if (command === undefined) throw new Error('usage: node tools/engines/src/cli.ts up|down');
  await command();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
