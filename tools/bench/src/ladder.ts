/** What each part of a redirect costs, step by step, from the base to the whole product. */
import { type Bench } from './bench.ts';
import { startBase } from './base-server.ts';
import { cpuMicros } from './cpu.ts';
import { load, median } from './load.ts';
import { print } from './report.ts';
import { type Target } from './target.ts';

const BASE_PORT = 15_970;

/** The servers of the steps, each with all that those before it have. */
const steps = [
  ['base/redirect', 'base: Express, GET from Redis, 302'],
  ['ladder/kafka', '+ Kafka, acknowledged by all, natural batches'],
  ['ladder/cookie', '+ the visitor’s signed cookie'],
  ['ladder/evidence', '+ fraud evidence'],
  ['ladder/ids', '+ ids and landing page'],
] as const;

interface Step {
  readonly perSecond: number;
  /** CPU of the serving process for one request, µs. */
  readonly micros: number;
}

async function measureStep({ runOptions }: Bench, target: Target, pid: number): Promise<Step> {
  await load(target, runOptions.seconds);
  const runs: Step[] = [];
  for (let round = 0; round < runOptions.repetitions; round += 1) {
    const before = cpuMicros(pid);
    const { good, perSecond } = await load(target, runOptions.seconds);
    if (good === 0) throw new Error(`${target.url} answers no request as expected`);
    runs.push({ perSecond, micros: (cpuMicros(pid) - before) / good });
  }
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    micros: median(runs.map((run) => run.micros)),
  };
}

/** @param product the whole product's redirect, on tracking's own port */
export async function measureLadder(bench: Bench, product: Target): Promise<void> {
  const { engines, namespace, system, fixture } = bench;
  const env = {
    REDIS_URL: engines.redisUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    BASE_TOPIC_PREFIX: `${namespace}ladder-`,
  };
  print(`\n${'the ladder of a redirect'.padEnd(48)}   CPU/request      more    requests/s`);
  let last = 0;
  const printStep = (name: string, { perSecond, micros }: Step): void => {
    const more = `${micros >= last ? '+' : ''}${(micros - last).toFixed(1)}`;
    print(
      `${name.padEnd(48)} ${micros.toFixed(1).padStart(9)} µs ${more.padStart(8)} µs ${perSecond.toFixed(0).padStart(10)}`,
    );
    last = micros;
  };
  for (const [index, [server, name]] of steps.entries()) {
    const base = await startBase(server, BASE_PORT + index, env);
    const target = { ...product, url: `${base.url}/r/${fixture.trackingCode}` };
    printStep(name, await measureStep(bench, target, base.pid));
    base.stop();
  }
  const pid = system.pidOf('tracking') ?? 0;
  printStep(
    'the whole product, the process that redirects',
    await measureStep(bench, product, pid),
  );
}
