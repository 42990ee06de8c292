/**
 * `npm run bench [-- --only redirect,intake,list]`: speed as a ratio to the bare engine in the same run,
 * with its goal; memory of each service; start time. Each path is measured with only its own services
 * running, because in production the others run on other machines, and then with the whole system
 * running. Compare the ratios, because absolute figures differ between machines.
 * Run only by name: growth (`--clicks`, `--conversions`) and soak (`--minutes`).
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines, repositoryRoot, startSystem, type System } from '@tributary/engines';
import { type ServiceId, serviceIds } from '@tributary/catalog';
import mongoose from 'mongoose';
import { generator } from './load.ts';
import { type Bench } from './bench.ts';
import { type Path, paths } from './paths.ts';
import { print, reportMemory } from './report.ts';
import { createFixture } from './fixture.ts';

const OFFSET = 15_000;
const defaultPaths = Object.keys(paths).filter((name) => paths[name]?.onRequest === undefined);
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    repetitions: { type: 'string', default: '3' },
    only: { type: 'string', default: defaultPaths.join(',') },
    /** The stored rows of the path growth, and the minutes of the path soak. */
    clicks: { type: 'string', default: '100000' },
    conversions: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '1' },
    /** Skips the runs with the whole system running. */
    alone: { type: 'boolean', default: false },
  },
});
const runOptions = { seconds: Number(values.seconds), repetitions: Number(values.repetitions) };
const sizes = {
  clicks: Number(values.clicks),
  conversions: Number(values.conversions),
  minutes: Number(values.minutes),
};
const chosen = values.only.split(',').map((name) => {
  const path = paths[name];
  if (path === undefined) throw new Error(`There is no path ${name}`);
  return path;
});

/** Runs these services and stops all others. */
async function runOnly(system: System, services: readonly ServiceId[]): Promise<void> {
  const wanted = new Set(services.flatMap(system.processesOf));
  for (const id of serviceIds.flatMap(system.processesOf)) {
    const isUp = system.pidOf(id) !== undefined;
    if (wanted.has(id) && !isUp) system.start(id);
    if (!wanted.has(id) && isUp) system.kill(id, { hold: true });
  }
  for (const id of wanted) {
    while (!(await system.isReady(id))) await new Promise((done) => setTimeout(done, 100));
  }
}

async function measure(bench: Bench, path: Path): Promise<void> {
  await runOnly(bench.system, path.services);
  await path.measure(bench, 'alone');
}

async function measureAll(bench: Bench): Promise<void> {
  print(`\nload by ${generator}\n${'path'.padEnd(48)}  ratio`);
  for (const path of chosen) await measure(bench, path);
  await runOnly(bench.system, serviceIds);
  await bench.system.ready();
  if (values.alone) return;
  for (const path of chosen) {
    if (path.alone === undefined) await path.measure(bench, 'all beside');
  }
}

async function bench(): Promise<void> {
  const directory = join(repositoryRoot(), '.engines/bench');
  const ports = { mongo: 15_401, kafka: 15_402, kafkaController: 15_403, redis: 15_404 };
  const engines = await openEngines({ directory, mode: 'start', ports, log: print });
  execFileSync(process.execPath, [join(repositoryRoot(), 'tools/scripts/build.ts')]);
  const namespace = `b${String(Date.now())}-`;
  const started = performance.now();
  const system = await startSystem({
    engines,
    directory,
    portOffset: OFFSET,
    env: {
      LOG_LEVEL: 'warn',
      NAMESPACE: namespace,
      RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
      RATE_LIMIT_API_PER_MINUTE: '0',
      API_CALLS_PER_MONTH_FREE: '0',
      API_CALLS_PER_MONTH_PRO: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
    log: print,
  });
  const mongo = await mongoose.createConnection(engines.mongoUrl).asPromise();
  try {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`\nstart of all services, engines running: ${seconds} s (goal: warm npm start ≤ 20 s)`);
    reportMemory(system, 'idle');
    const fixture = await createFixture(system.baseUrl);
    await measureAll({
      system,
      fixture,
      engines,
      mongo,
      namespace,
      portOffset: OFFSET,
      runOptions,
      sizes,
    });
    reportMemory(system, 'after the load');
  } finally {
    await mongo.close();
    await system.stop();
    await engines.close();
  }
}

await bench();
