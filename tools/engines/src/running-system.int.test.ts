import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from './ports.ts';
import { claimRunDirectory } from './run-directory.ts';
import { commandEnvironment, forgetSystem, missingParts, noteSystem } from './running-system.ts';

const system = {
  baseUrl: 'http://127.0.0.1:9080',
  sandboxUrl: 'http://127.0.0.1:5900',
  portOffset: 1_000,
};
const engines = {
  mongoUrl: 'mongodb://127.0.0.1:5401/?replicaSet=rs0',
  kafkaBrokers: '127.0.0.1:5402',
  redisUrl: 'redis://127.0.0.1:5404',
};

describe('a command', () => {
  let directory: string;
  let release: () => void;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'system-'));
    release = await claimRunDirectory(join(directory, 'run', 'services'), () => undefined);
    noteSystem(directory, system, engines, {});
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('finds the system that runs, whatever its ports are', async () => {
    expect(await commandEnvironment(directory, {})).toMatchObject({
      BASE_URL: 'http://127.0.0.1:9080',
      MONGO_URL: engines.mongoUrl,
      KAFKA_BROKERS: '127.0.0.1:5402',
      PORT_OFFSET: '1000',
    });
  });

  it('prefers the addresses of its environment, where they are not empty', async () => {
    const env = { MONGO_URL: 'mongodb://other:1', REDIS_URL: '' };
    expect(await commandEnvironment(directory, env)).toMatchObject({
      MONGO_URL: 'mongodb://other:1',
      REDIS_URL: engines.redisUrl,
    });
  });

  it('of a service gets its key, and other commands get none', async () => {
    expect(await commandEnvironment(directory, {}, 'payout')).toHaveProperty('SERVICE_PRIVATE_KEY');
    expect(await commandEnvironment(directory, {})).not.toHaveProperty('SERVICE_PRIVATE_KEY');
  });

  it('finds none once the system has ended, in order or not', async () => {
    release();
    expect(await commandEnvironment(directory, {}, 'payout')).toEqual({});
    forgetSystem(directory);
    expect(await commandEnvironment(directory, {})).toEqual({});
  });

  it('reads addresses from a file that its owner alone can read', () => {
    expect(statSync(join(directory, 'system.json')).mode & 0o777).toBe(0o600);
  });
});

describe('the parts that a command needs', () => {
  it('are named where they are not set or do not answer', async () => {
    const [port] = await findFreePorts(1);
    const env = {
      KAFKA_BROKERS: `127.0.0.1:${String(port)}`,
      REDIS_URL: `redis://user:secret@127.0.0.1:${String(port)}/1`,
    };
    expect(await missingParts(['MONGO_URL', 'KAFKA_BROKERS', 'REDIS_URL'], env)).toEqual([
      'MONGO_URL is not set, and no system runs from this folder: npm start begins one',
      `Kafka does not answer at 127.0.0.1:${String(port)} (KAFKA_BROKERS)`,
      `Redis does not answer at 127.0.0.1:${String(port)} (REDIS_URL)`,
    ]);
  });

  it('are there where one of several hosts answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as { port: number };
    const [other] = await findFreePorts(1);
    const hosts = `127.0.0.1:${String(other)},127.0.0.1:${String(port)}`;
    const env = {
      MONGO_URL: `mongodb://user:p%2Fw@${hosts}/?replicaSet=rs0`,
      KAFKA_BROKERS: hosts,
      BASE_URL: `http://127.0.0.1:${String(port)}`,
    };
    expect(await missingParts(['MONGO_URL', 'KAFKA_BROKERS', 'BASE_URL'], env)).toEqual([]);
    server.close();
  });
});
