import { setTimeout as pause } from 'node:timers/promises';
import { type Engines } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import { Redis } from 'ioredis';
import { Client, createFixture, type Fixture, follow, post } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { agreementOf } from './agreement.ts';
import { type EngineName, type EngineProcess, processOf } from './engine-process.ts';
import { type Attempt, isShort, keepBusy, openLoad, type Rates } from './load.ts';
import { reorderedKeys } from './order-per-key.ts';
import {
  durationsBy,
  isFailure,
  type Limits,
  type Report,
  type ReportRow,
  rowOf,
} from './report.ts';

/** A fault of an engine and how long it lasts. */
export interface EngineFault {
  readonly goal: string;
  readonly name: string;
  readonly seconds: number;
  readonly begin: (engines: Engines) => void | Promise<void>;
  readonly end: (engines: Engines) => void;
  readonly limits: Limits;
}

type Find = (engines: Engines) => EngineProcess | Promise<EngineProcess>;
type Fault = Pick<EngineFault, 'begin' | 'end'>;

/** A fault of the process that `find` finds at its begin. */
function faultOf(
  find: Find,
  { begin, end }: Readonly<Record<keyof Fault, (found: EngineProcess) => void>>,
): Fault {
  let found: EngineProcess | undefined;
  return {
    begin: async (engines) => {
      found = await find(engines);
      begin(found);
    },
    end: () => found && end(found),
  };
}

export const killed = (find: Find): Fault =>
  faultOf(find, { begin: (one) => one.kill({ hold: true }), end: (one) => one.start() });

export const frozen = (find: Find): Fault =>
  faultOf(find, {
    begin: (one) => one.kill({ signal: 'SIGSTOP' }),
    end: (one) => one.kill({ signal: 'SIGCONT' }),
  });

const the =
  (engine: EngineName): Find =>
  (engines) =>
    processOf(engines, engine);

/** Calls that need no Kafka go on as ever. */
export const WITHOUT_KAFKA: Limits = { failed: 0, p99Ms: 200, recoveredS: 45 };
export const WITHOUT_MONGO: Limits = { slowestMs: 2_000, recoveredS: 45 };
export const WITHOUT_REDIS: Limits = { failed: 0, recoveredS: 45 };

const emptied = {
  begin: async ({ redisUrl }: Engines) => {
    const redis = new Redis(redisUrl);
    await redis.flushall();
    redis.disconnect();
  },
  end: () => undefined,
};

/** Clicks wait for a frozen broker until their time limit, once for each freeze. */
const frozenKafka = (time: number): EngineFault => ({
  goal: 'R3',
  name: `Kafka frozen (SIGSTOP), time ${String(time)} of 3`,
  seconds: 20,
  limits: { failed: 0, recoveredS: 45 },
  ...frozen(the('Kafka')),
});

export const engineFault = (
  goal: string,
  name: string,
  seconds: number,
  what: Pick<EngineFault, 'begin' | 'end' | 'limits'>,
): EngineFault => ({ goal, name, seconds, ...what });

/** In the order in which they are caused. */
export const ENGINE_FAULTS: readonly EngineFault[] = [
  engineFault('R2', 'Kafka killed (SIGKILL)', 60, {
    ...killed(the('Kafka')),
    limits: WITHOUT_KAFKA,
  }),
  ...[1, 2, 3].map(frozenKafka),
  engineFault('R4', 'MongoDB killed (SIGKILL)', 20, {
    ...killed(the('MongoDB')),
    limits: WITHOUT_MONGO,
  }),
  engineFault('R4', 'MongoDB frozen (SIGSTOP)', 10, {
    ...frozen(the('MongoDB')),
    limits: WITHOUT_MONGO,
  }),
  engineFault('R4', 'MongoDB killed once more', 5, {
    ...killed(the('MongoDB')),
    limits: WITHOUT_MONGO,
  }),
  engineFault('R5', 'Redis killed (SIGKILL)', 60, {
    ...killed(the('Redis')),
    limits: WITHOUT_REDIS,
  }),
  engineFault('R5', 'Redis emptied (FLUSHALL)', 5, { ...emptied, limits: WITHOUT_REDIS }),
];

const RECOVERED_WITHIN_MS = 180_000;
const CALM_MS = 3_000;
/** Until new processes have compiled what they run often. */
const WARM_UP_MS = 30_000;

/** What the other rows are compared with. */
const NO_FAULT: EngineFault = {
  goal: '',
  name: 'no fault',
  seconds: 40,
  begin: () => undefined,
  end: () => undefined,
  limits: {},
};

/** Waits until a new order passes through all services to its affiliate's list. @returns seconds */
async function recoveryOf(client: Client, { affiliate, trackingCode }: Fixture): Promise<number> {
  const begun = performance.now();
  const orderId = `probe-${String(Math.round(begun))}`;
  await eventually(
    async () => {
      const id = await post(client, await follow(client, trackingCode), orderId, '10.00');
      await client.signIn(affiliate);
      await client.until(
        '/api/affiliate/conversions?per_page=100',
        { token: affiliate.token },
        ({ data }) => data.conversions.some((row: { id: string }) => row.id === id),
        RECOVERED_WITHIN_MS,
      );
      return true;
    },
    { timeoutMs: RECOVERED_WITHIN_MS, everyMs: 200 },
  );
  return (performance.now() - begun) / 1_000;
}

/** The calls that began before `endedAt`, of which the waits before `begunAt` are not counted. */
const waitsWithin = (attempts: readonly Attempt[], begunAt: number, endedAt: number): Attempt[] =>
  attempts
    .filter(({ at }) => at < endedAt)
    .map((one) => ({ ...one, ms: one.at + one.ms - Math.max(one.at, begunAt) }));

/** Failures that do not say when to try again. */
const abrupt = (attempts: readonly Attempt[], name: string): string[] => {
  const count = attempts.filter((one) => isFailure(one) && !one.hasRetryAfter).length;
  return count === 0 ? [] : [`${name}: ${String(count)} calls failed without Retry-After`];
};

export interface EngineFaultOptions {
  readonly rates: Rates;
  /** Shortens every fault to this share. */
  readonly share: number;
  readonly title: string;
  readonly faults: readonly EngineFault[];
}

/** Causes these faults one after the other under one load, and compares everything afterwards. */
export async function causeEngineFaults(
  system: TestSystem,
  engines: Engines,
  { rates, share, title, faults }: EngineFaultOptions,
): Promise<Report> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const probed = await createFixture(client);
  const load = await openLoad(client, fixture, 'engine');
  const rows: ReportRow[] = [];
  const failures: string[] = [];
  const durations: string[] = [];
  let isOver = false;
  const busy = keepBusy(load, rates, () => isOver);
  try {
    await pause(WARM_UP_MS);
    for (const fault of [NO_FAULT, ...faults]) {
      await pause(CALM_MS);
      const from = load.known.attempts.length;
      await fault.begin(engines);
      const begunAt = performance.now();
      await pause(fault.seconds * 1_000 * share);
      const endedAt = performance.now();
      fault.end(engines);
      const recoveredS = await recoveryOf(client, probed);
      const during = load.known.attempts.slice(from);
      const { goal, name, limits } = fault;
      const lasted = `${name}, ${String(Math.round(fault.seconds * share))} s`;
      const short = during.filter(isShort);
      const begunDuring = waitsWithin(during, begunAt, endedAt);
      const answers = { answers: during, short, begunDuring };
      rows.push(rowOf({ goal, fault: lasted, ...answers, recoveredS }, limits));
      failures.push(...abrupt(during, name));
      const nameOf = ({ kind, at }: Attempt): string =>
        at < endedAt ? `${name}, ${kind}` : `after ${name}, ${kind}`;
      durations.push(...durationsBy(during, nameOf));
    }
  } finally {
    isOver = true;
    await busy;
  }
  const of = { client, fixture, known: load.known };
  const { lines, problems } = await agreementOf(system, engines.mongoUrl, of);
  const order = await reorderedKeys(engines.kafkaBrokers, system.namespace);
  return {
    title,
    rows,
    lines: [
      'p99 is that of visits and orders; an approval is one of up to fifty orders; the slowest call is one that began before the end of the fault, from its begin on',
      ...durations,
      ...lines,
      `order per key: ${String(order.keys)} keys with several events, ${String(order.reordered.length)} of them reordered`,
    ],
    problems: [...problems, ...failures, ...order.reordered],
  };
}
