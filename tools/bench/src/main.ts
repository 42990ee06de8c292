/**
 * `npm run bench [-- --only redirect,intake,list]`: speed as a ratio to the bare engine in the same run,
 * memory and start, each with its goal of goals.ts; exit code 1 where one is missed. A path is measured with
 * only its own services running, because in production the others run on other machines, and with the whole
 * system beside. Compare the ratios, because absolute figures differ between machines.
 * Run only by name: growth (`--clicks`, `--conversions`) and soak (`--minutes`).
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines, repositoryRoot, startSystem, type System } from '@tributary/engines';
import { type ServiceId, serviceIds } from '@tributary/catalog';
import { MINUTE_MS } from '@tributary/units';
import mongoose from 'mongoose';
import { generator } from './load.ts';
import { type Bench } from './bench.ts';
import { type Path, paths, type Place } from './paths.ts';
import { Scorecard } from './scorecard.ts';
import { print, reportMemory } from './report.ts';
import { createFixture } from './fixture.ts';
import { WITHOUT_LIMITS } from './settings.ts';

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

const TOKENS_VALID_MS = 10 * MINUTE_MS;
let renewedAt = performance.now();

/** Signs in again in time, for which gateway and identity run. */
async function renewTokens({ system, fixture }: Bench): Promise<void> {
  if (performance.now() - renewedAt < TOKENS_VALID_MS) return;
  await runOnly(system, serviceIds);
  await fixture.renew();
  renewedAt = performance.now();
}

const failures: string[] = [];

async function measure(bench: Bench, path: Path, place: Place): Promise<void> {
  await renewTokens(bench);
  await runOnly(bench.system, place === 'alone' ? path.services : serviceIds);
  try {
    await path.measure(bench, place);
  } catch (error) {
    // The other paths are measured all the same.
    failures.push(error instanceof Error ? error.message : String(error));
  }
}

const placesOf = ({ places }: Path): readonly Place[] =>
  values.alone && places.includes('alone') ? ['alone'] : places;

async function measureAll(bench: Bench): Promise<void> {
  print(`\nload by ${generator}`);
  // What a path leaves to services that are stopped would be handled while all are measured together.
  for (const place of ['beside', 'alone'] as const) {
    for (const path of chosen.filter((one) => placesOf(one).includes(place))) {
      await measure(bench, path, place);
    }
  }
  await runOnly(bench.system, serviceIds);
  await bench.system.ready();
}

/** Prints every measurement with its goal. @returns the exit code: 1 where a goal is missed */
function conclude(scorecard: Scorecard): number {
  const { missed } = scorecard;
  print(`\n${scorecard.table()}\n`);
  for (const failure of failures) print(`NOT MEASURED  ${failure}`);
  print(missed === 0 ? 'Every measured goal is met.' : `${String(missed)} goals are missed.`);
  return missed + failures.length === 0 ? 0 : 1;
}

async function bench(): Promise<number> {
  const directory = join(repositoryRoot(), '.engines/bench');
  const ports = { mongo: 15_401, kafka: 15_402, kafkaController: 15_403, redis: 15_404 };
  const engines = await openEngines({ directory, mode: 'start', ports, log: print });
  execFileSync(process.execPath, [join(repositoryRoot(), 'tools/scripts/build.ts')]);
  const namespace = `b${String(Date.now())}-`;
  const settings: Record<string, string> = {};
  const started = performance.now();
  const system = await startSystem({
    engines,
    directory,
    portOffset: OFFSET,
    env: { ...WITHOUT_LIMITS, NAMESPACE: namespace },
    envOf: () => settings,
    log: print,
  });
  const scorecard = new Scorecard();
  const mongo = await mongoose.createConnection(engines.mongoUrl).asPromise();
  try {
    const value = (performance.now() - started) / 1_000;
    scorecard.record('warmStart', { product: `${value.toFixed(1)} s`, value });
    const idle = reportMemory(system, 'idle').largest;
    scorecard.record('memoryIdle', { product: `${idle.toFixed(0)} MB`, value: idle });
    const fixture = await createFixture(system.baseUrl);
    await measureAll({
      system,
      fixture,
      engines,
      mongo,
      namespace,
      settings,
      portOffset: OFFSET,
      runOptions,
      sizes,
      scorecard,
    });
    const { largest, sum } = reportMemory(system, 'after the load');
    scorecard.record('memoryLoaded', { product: `${largest.toFixed(0)} MB`, value: largest });
    scorecard.record('memorySum', { product: `${sum.toFixed(0)} MB`, value: sum });
  } finally {
    await mongo.close();
    await system.stop();
    await engines.close();
  }
  return conclude(scorecard);
}

process.exitCode = await bench();
