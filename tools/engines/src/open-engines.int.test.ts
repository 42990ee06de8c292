import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineConfig } from './config.ts';
import { openEngines } from './open-engines.ts';
import { findFreePorts, isPortFree } from './ports.ts';
import { isGroupAlive } from './process-identity.ts';
import { redisIsReady } from './readiness.ts';

/** Redis alone is started here: the others are those of the test run, found by the environment. */
const config = { ...engineConfig(), redisUrl: undefined, choice: 'native' as const };

describe('openEngines', () => {
  let directory: string;
  const logged: string[] = [];

  const open = async (redis: number) =>
    openEngines({
      directory,
      mode: 'test',
      ports: { mongo: 0, kafka: 0, kafkaController: 0, redis },
      config,
      log: (line) => logged.push(line),
    });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'engines-'));
    logged.length = 0;
  });

  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('uses what the environment names and starts what it does not', async () => {
    const [port = 0] = await findFreePorts(1);
    const engines = await open(port);
    expect(engines.mongoUrl).toBe(config.mongoUrl);
    expect(engines.kafkaBrokers).toBe(config.kafkaBrokers);
    expect(engines.redisUrl).toBe(`redis://127.0.0.1:${port}`);
    expect(engines.kind).toBe('native');
    await engines.close();
  });

  it('leaves no process and no listening port behind when it closes', async () => {
    const [port = 0] = await findFreePorts(1);
    const engines = await open(port);
    const pid = engines.processes.Redis!.pid()!;
    expect(isGroupAlive(pid)).toBe(true);
    await engines.close();
    expect(isGroupAlive(pid)).toBe(false);
    expect(await isPortFree(port)).toBe(true);
  });

  it('starts a killed engine again, by name, on the same address', async () => {
    const [port = 0] = await findFreePorts(1);
    const engines = await open(port);
    const redis = engines.processes.Redis!;
    const before = redis.pid();
    redis.kill();
    while (redis.restarts() === 0) await sleep(20);
    while (!(await redisIsReady(engines.redisUrl))) await sleep(50);
    expect(redis.pid()).not.toBe(before);
    expect(logged).toContain('redis ended (SIGKILL); starting it again in 200 ms');
    await engines.close();
  });

  it('names a taken port, the engine and the remedy, and leaves nothing running', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await expect(open(port)).rejects.toThrow(
      `Port ${port} for Redis is taken. Remedy: stop what listens there`,
    );
    await new Promise((done) => server.close(done));
    const engines = await open(port);
    await engines.close();
  });

  it('reports in one line that a named server does not answer', async () => {
    const [port = 0] = await findFreePorts(1);
    const redisUrl = `redis://127.0.0.1:${port}`;
    const failure = openEngines({
      directory,
      mode: 'test',
      config: { ...config, redisUrl },
      timeoutMs: 300,
      log: () => undefined,
    });
    await expect(failure).rejects.toThrow(/^Redis is not ready after 0.3 s. Remedy: .*REDIS_URL/);
  });
});
