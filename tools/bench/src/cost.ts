/**
 * What a million clicks and a thousand conversions cost: CPU time of every process, bytes that the engines store, and
 * bytes between client and gateway. A smaller number is measured and scaled.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '@tributary/engines';
import { Redis } from 'ioredis';
import { type Bench } from './bench.ts';
import { between, idleUsage, untilQuiet, type Usage, usageOf } from './click-cpu.ts';
import { runningProcesses } from './cpu.ts';
import { load } from './load.ts';
import { print } from './report.ts';
import { CONVERSIONS, postOrders, reviewAll, untilAssessed } from './review.ts';
import { kafkaBytes, mongoBytes } from './stored-bytes.ts';
import { type Target } from './target.ts';

const MILLION = 1_000_000;
const THOUSAND = 1_000;
/** Over idle, µs per second over all processes. */
const QUIET_MICROS = 50_000;

const DATA = join(repositoryRoot(), '.engines/bench/data');

/** Bytes that the engines store. */
interface Stored {
  /** Documents and indexes, compressed on the disk. */
  readonly mongo: number;
  /** One replica of all records. */
  readonly kafka: number;
  readonly redis: number;
}

async function redisBytes({ engines }: Bench): Promise<number> {
  const redis = new Redis(engines.redisUrl);
  const info = await redis.info('memory');
  redis.disconnect();
  return Number(/used_memory_dataset:(\d+)/.exec(info)?.[1] ?? 0);
}

const storedBy = async (bench: Bench): Promise<Stored> => ({
  mongo: await mongoBytes(bench),
  kafka: kafkaBytes(bench, DATA),
  redis: await redisBytes(bench),
});

/** The bytes of a call on a connection that is kept, both ways, without TLS. */
async function trafficOf({ url, headers, next }: Omit<Target, 'expect'>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { body, headers: own } = next?.() ?? { body: undefined, headers: {} };
  const call = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers?.(), ...own },
      };
      const sent = request(url, options, (answer) => {
        const { socket } = answer;
        answer.resume().on('end', () => {
          resolve(socket.bytesRead + socket.bytesWritten);
        });
      });
      sent.on('error', reject).end(body);
    });
  const first = await call();
  agent.destroy();
  return first;
}

interface Cost {
  readonly cpu: Usage;
  readonly stored: Stored;
}

/** The CPU time and bytes of work until the system is as quiet as before, less what it uses idle. */
async function costOf(bench: Bench, work: () => Promise<void>): Promise<Cost> {
  const pids = runningProcesses(bench);
  const idle = await idleUsage(pids);
  const idleSum = [...idle.values()].reduce((sum, one) => sum + one, 0);
  const storedBefore = await storedBy(bench);
  const [before, startedAt] = [usageOf(pids), performance.now()];
  await work();
  if (!(await untilQuiet(pids, idleSum + QUIET_MICROS))) print('  not all was consumed in time');
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = between(before, usageOf(pids));
  const stored = await storedBy(bench);
  return {
    cpu: new Map(
      [...used].map(([name, micros]) => [
        name,
        Math.max(0, micros - (idle.get(name) ?? 0) * seconds),
      ]),
    ),
    stored: {
      mongo: stored.mongo - storedBefore.mongo,
      kafka: stored.kafka - storedBefore.kafka,
      redis: stored.redis - storedBefore.redis,
    },
  };
}

const inMb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

interface Counted {
  readonly what: string;
  readonly measured: number;
  readonly scaledTo: number;
  readonly trafficBytes: number;
}

function show({ what, measured, scaledTo, trafficBytes }: Counted, { cpu, stored }: Cost): number {
  const scale = scaledTo / measured;
  const seconds = ([...cpu.values()].reduce((sum, one) => sum + one, 0) * scale) / 1e6;
  print(`\n${what}, from ${String(measured)} measured`);
  print(`  CPU      ${seconds.toFixed(1)} s`);
  for (const [name, micros] of [...cpu].toSorted(([, a], [, b]) => b - a)) {
    print(`    ${name.padEnd(16)} ${((micros * scale) / 1e6).toFixed(2).padStart(8)} s`);
  }
  for (const [engine, bytes] of Object.entries(stored) as [string, number][]) {
    print(`  ${engine.padEnd(8)} ${inMb(bytes * scale)}`);
  }
  print(`  traffic  ${inMb(trafficBytes * scaledTo)} between client and gateway`);
  return seconds;
}

/** Measures and prints what clicks and conversions cost. */
export async function measureCost(
  bench: Bench,
  targets: { readonly redirect: Target; readonly intake: Omit<Target, 'expect'> },
  settle: (clicks: number) => Promise<void>,
): Promise<void> {
  const { runOptions, scorecard } = bench;
  // Compiled code and filled caches.
  await settle((await load(targets.redirect, runOptions.seconds)).good);
  await pause(10_000);
  let clicks = 0;
  const ofClicks = await costOf(bench, async () => {
    clicks = (await load(targets.redirect, runOptions.seconds)).good;
    await settle(clicks);
  });
  const ofConversions = await costOf(bench, async () => {
    const ids = await postOrders(bench, targets.intake);
    await untilAssessed(bench);
    await reviewAll(bench, ids);
  });
  const clickSeconds = show(
    {
      what: 'a million clicks',
      measured: clicks,
      scaledTo: MILLION,
      trafficBytes: await trafficOf(targets.redirect),
    },
    ofClicks,
  );
  const conversionSeconds = show(
    {
      what: 'a thousand conversions, tracked, assessed, approved and booked',
      measured: CONVERSIONS,
      scaledTo: THOUSAND,
      trafficBytes: await trafficOf({ ...targets.intake, next: () => bench.fixture.nextOrder() }),
    },
    ofConversions,
  );
  scorecard.record('costClicks', {
    product: `${clickSeconds.toFixed(0)} s`,
    value: clickSeconds,
  });
  scorecard.record('costConversions', {
    product: `${conversionSeconds.toFixed(1)} s`,
    value: conversionSeconds,
  });
}
