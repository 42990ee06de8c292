/** Starts a system of its own and measures what the model of capacity needs to know about this machine. */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { openEngines, repositoryRoot, reservePortOffset, startSystem } from '@tributary/engines';
import { MINUTE_MS } from '@tributary/units';
import mongoose from 'mongoose';
import { type Bench } from '../bench.ts';
import { createFixture } from '../fixture.ts';
import { print } from '../report.ts';
import { Scorecard } from '../scorecard.ts';
import { kafkaBytes, mongoBytes } from '../stored-bytes.ts';
import { WITHOUT_LIMITS } from '../settings.ts';
import { measureIdle, measureLoad } from './measure.ts';
import {
  type Bytes,
  type Kind,
  type Measurement,
  type Measurements,
  type Rates,
} from './measurements.ts';
import { openThings, type Things } from './things.ts';

const DIRECTORY = join(repositoryRoot(), '.engines/capacity');
const DATA = join(DIRECTORY, 'data');
const TOKENS_VALID_MS = 8 * MINUTE_MS;
const IDLE_SECONDS = 12;
/** Compiled code and filled caches, and orders for the approvals. */
const WARM_UP = {
  rates: { click: 100, order: 8, approval: 4, delivery: 60, report: 5 },
  seconds: 30,
};

/** The rates from which figures are fitted. */
const FITTING: readonly (readonly [Kind, readonly number[]])[] = [
  ['click', [20, 100, 400, 1_000]],
  ['order', [2, 8, 24, 48]],
  ['approval', [2, 6, 20]],
  ['delivery', [50, 150, 300]],
  ['report', [5, 15, 40]],
];
const FITTING_SECONDS = 12;

interface Options {
  /** Loads with which predictions are compared. */
  readonly checks: readonly Rates[];
  readonly checkSeconds: number;
}

interface Loaded {
  readonly bench: Bench;
  readonly things: Things;
}

/** What the engines store, and how many things of a kind have had their effect. */
async function storedBy({ bench, things }: Loaded, kind: Kind) {
  return {
    count: (await things.of[kind].countDone?.()) ?? 0,
    mongo: await mongoBytes(bench),
    kafka: kafkaBytes(bench, DATA),
  };
}

type Stored = Awaited<ReturnType<typeof storedBy>>;

/** The bytes of one thing; undefined where none was stored. */
function bytesOf(before: Stored, after: Stored): Bytes | undefined {
  const count = after.count - before.count;
  if (count === 0) return undefined;
  const mongo = Math.round((after.mongo - before.mongo) / count);
  const kafka = Math.round((after.kafka - before.kafka) / count);
  return kafka === 0 ? { mongo } : { mongo, kafka };
}

async function measureAll(
  loaded: Loaded,
  { checks, checkSeconds }: Options,
): Promise<Measurements> {
  const { bench, things } = loaded;
  let renewedAt = performance.now();
  let seed = 1;
  const run = async (rates: Rates, seconds: number): Promise<Measurement> => {
    if (performance.now() - renewedAt > TOKENS_VALID_MS) {
      await bench.fixture.renew();
      renewedAt = performance.now();
    }
    seed += 1;
    return measureLoad(bench, things, { rates, seconds, seed });
  };
  await run(WARM_UP.rates, WARM_UP.seconds);
  const idle = await measureIdle(bench, IDLE_SECONDS);
  const fitting: Measurement[] = [];
  const bytes: Partial<Record<Kind, Bytes>> = {};
  for (const [kind, perSecond] of FITTING) {
    const before = await storedBy(loaded, kind);
    for (const rate of perSecond) fitting.push(await run({ [kind]: rate }, FITTING_SECONDS));
    const stored = bytesOf(before, await storedBy(loaded, kind));
    if (stored !== undefined) bytes[kind] = stored;
  }
  const checked: Measurement[] = [];
  for (const rates of checks) checked.push(await run(rates, checkSeconds));
  const model = cpus()[0]?.model ?? 'unknown';
  const machine = { cores: cpus().length, model, day: new Date().toISOString().slice(0, 10) };
  return { machine, idle, fitting, checks: checked, bytes };
}

/** Measures this machine, which does nothing else meanwhile: about ten minutes. */
export async function measureMachine(options: Options): Promise<Measurements> {
  rmSync(DATA, { recursive: true, force: true });
  const engines = await openEngines({
    directory: DIRECTORY,
    dataFolder: DATA,
    mode: 'test',
    log: print,
  });
  const { offset, release } = await reservePortOffset();
  const namespace = `c${String(Date.now())}-`;
  const system = await startSystem({
    engines,
    directory: DIRECTORY,
    portOffset: offset,
    env: { ...WITHOUT_LIMITS, NAMESPACE: namespace },
    log: print,
  });
  const mongo = await mongoose.createConnection(engines.mongoUrl).asPromise();
  try {
    const bench = {
      system,
      engines,
      mongo,
      namespace,
      portOffset: offset,
      fixture: await createFixture(system.baseUrl),
      settings: {},
      runOptions: { seconds: 0, repetitions: 0 },
      scorecard: new Scorecard(),
      sizes: { clicks: 0, conversions: 0, minutes: 0 },
    };
    const things = await openThings(bench);
    try {
      return await measureAll({ bench, things }, options);
    } finally {
      await things.close();
    }
  } finally {
    await mongo.close();
    await system.stop();
    await release();
    await engines.close();
    rmSync(DATA, { recursive: true, force: true });
  }
}
