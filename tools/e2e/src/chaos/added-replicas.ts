/** What two and three replicas of tracking's edge and worker carry, each with a part of a core, and whether they do anything twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Engines, type ServiceProcessId } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import mongoose from 'mongoose';
import { Client, createFixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { agreementOf } from './agreement.ts';
import { type CpuQuotas } from './cpu-quota.ts';
import { everyProcess } from './kill-processes.ts';
import { approveRest, type Load, openLoad } from './load.ts';
import { type Replicas } from './replicas.ts';
import { emptyReport, isFailure, print, type Report } from './report.ts';

const REPLICATED = ['tracking', 'tracking-worker'] as const;
const READY_WITHIN_MS = 120_000;
/** Visitors at the same time: more than all replicas serve at once. */
const VISITORS = 128;
/** Orders and approvals beside the visits, one after the other. */
const ORDER_EVERY_MS = 400;
const APPROVE_EVERY_MS = 2_000;
/** Every so many orders one is sent once more. */
const DUPLICATE_EVERY = 5;
/** Until code is compiled, with so little CPU. */
const LEAD_MS = 10_000;
const STORED_WITHIN_MS = 300_000;

/** Parts of a core, so that replicas are full before the machine is. */
const PARTS: Readonly<Record<(typeof REPLICATED)[number], number>> = {
  tracking: 0.06,
  'tracking-worker': 0.07,
};

interface Carried {
  readonly replicas: number;
  /** Visits that were answered, a second. */
  readonly answered: number;
  /** Clicks that were stored a second while they waited. */
  readonly stored: number;
}

/** Stops all processes of an instance; `start` brings those back that are wanted. */
function hold(system: TestSystem): void {
  for (const id of everyProcess(system)) system.kill(id, { hold: true });
}

async function bringBack(system: TestSystem, id: ServiceProcessId): Promise<void> {
  if (system.pidOf(id) === undefined) system.start(id);
  await eventually(() => system.isReady(id), { timeoutMs: READY_WITHIN_MS });
}

const clicksIn = (mongo: mongoose.Connection, namespace: string): Promise<number> =>
  mongo.useDb(`${namespace}tributary_tracking`).collection('clicks').countDocuments();

/** Visits as fast as they are answered, and orders and approvals beside, until `isOver`. */
async function keepFull(load: Load, isOver: () => boolean): Promise<void> {
  let number = load.known.conversions.size;
  const buy = async (): Promise<void> => {
    number += 1;
    await load.buy(number);
    if (number % DUPLICATE_EVERY === 0) await load.buy(number);
    await pause(ORDER_EVERY_MS);
  };
  const approve = async (): Promise<void> => {
    await load.approve();
    await pause(APPROVE_EVERY_MS);
  };
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!isOver()) await work();
  };
  const visitors = Array.from({ length: VISITORS }, () => repeat(load.visit));
  await Promise.all([...visitors, repeat(buy), repeat(approve)]);
}

interface Measured {
  readonly replicas: Replicas;
  readonly mongo: mongoose.Connection;
  readonly load: Load;
  readonly quotas: CpuQuotas;
}

/** Starts the processes of one more instance, each with its part of a core. */
async function addReplica({ replicas, quotas }: Measured, index: number): Promise<void> {
  const instance = replicas.instances[index];
  if (instance === undefined) throw new Error(`There is no instance ${String(index)}`);
  for (const id of REPLICATED) {
    await bringBack(instance, id);
    quotas.limit(`${id}-${String(index)}`, instance.pidOf(id) ?? 0, PARTS[id]);
  }
  // The gateway's connections are open to the replicas before; new ones are shared by all.
  const [first] = replicas.instances;
  await first.restart('gateway');
  await bringBack(first, 'gateway');
}

/** Loads so many replicas for some seconds, and waits until all that they answered is stored. */
async function measure(of: Measured, count: number, seconds: number): Promise<Carried> {
  const { replicas, mongo, load } = of;
  const { namespace } = replicas;
  let isOver = false;
  const busy = keepFull(load, () => isOver);
  await pause(LEAD_MS);
  const state = async () => ({
    at: performance.now(),
    answered: load.known.clicks.size,
    stored: await clicksIn(mongo, namespace),
  });
  const before = await state();
  await pause(seconds * 1_000);
  const after = await state();
  isOver = true;
  await busy;
  const settled = { timeoutMs: STORED_WITHIN_MS, everyMs: 500 };
  await eventually(
    async () => (await clicksIn(mongo, namespace)) >= load.known.clicks.size,
    settled,
  );
  const passedS = (after.at - before.at) / 1_000;
  const carried = {
    replicas: count,
    answered: (after.answered - before.answered) / passedS,
    stored: (after.stored - before.stored) / passedS,
  };
  print(textOf(carried));
  return carried;
}

const textOf = ({ replicas, answered, stored }: Carried): string =>
  `${String(replicas)} of each: ${answered.toFixed(0)} redirects answered and ${stored.toFixed(0)} clicks stored a second`;

/** Clicks that are stored although no visitor got them, where none was repeated. */
async function doubledClicks({ replicas, mongo, load }: Measured): Promise<string[]> {
  const { clicks, attempts } = load.known;
  const stored = await clicksIn(mongo, replicas.namespace);
  if (attempts.some(isFailure) || stored === clicks.size) return [];
  return [`clicks answered and stored: ${String(clicks.size)}, ${String(stored)}`];
}

/** Loads one, two and three replicas of tracking's edge and worker, and compares what they did at the end. */
export async function addReplicas(
  replicas: Replicas,
  { mongoUrl }: Pick<Engines, 'mongoUrl'>,
  { quotas, seconds }: { readonly quotas: CpuQuotas; readonly seconds: number },
): Promise<Report> {
  const [first, ...added] = replicas.instances;
  for (const instance of added) hold(instance);
  const client = new Client({ baseUrl: first.baseUrl });
  const fixture = await createFixture(client);
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  try {
    const load = await openLoad(client, fixture, 'replicas');
    const of = { replicas, mongo, load, quotas };
    const carried: Carried[] = [];
    for (const [index] of replicas.instances.entries()) {
      await addReplica(of, index);
      carried.push(await measure(of, index + 1, seconds));
    }
    await approveRest(load);
    const { lines, problems } = await agreementOf(replicas, mongoUrl, {
      client,
      fixture,
      known: load.known,
    });
    const failed = load.known.attempts.filter(isFailure).length;
    return {
      ...emptyReport(
        `Replicas of tracking's edge with ${String(PARTS.tracking)} of a core, and of its worker with ${String(PARTS['tracking-worker'])}`,
      ),
      lines: [...carried.map(textOf), `calls that failed: ${String(failed)}`, ...lines],
      problems: [...problems, ...(await doubledClicks(of))],
    };
  } finally {
    await mongo.close();
  }
}
