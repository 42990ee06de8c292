import { setTimeout as pause } from 'node:timers/promises';
import { type Engines } from '@tributary/engines';
import { sendPoison } from '@tributary/messaging/testing/poison';
import { eventually } from '@tributary/testing';

import { Client, createFixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { agreementOf } from './agreement.ts';
import { isShort, keepBusy, openLoad, type Rates } from './load.ts';
import { durationsBy, p99Of, type Report, rowOf } from './report.ts';

const DEAD_WITHIN_MS = 120_000;
const GOAL_DEAD_S = 10;
const CALM_MS = 15_000;
/** Nearly as many as calls, where a hundredth of them is usual. */
const EVERY_MS = 100;

/** Sends messages that nobody can read to every topic, under load. */
export async function poisonTopics(
  system: TestSystem,
  { kafkaBrokers, mongoUrl }: Engines,
  rates: Rates,
): Promise<Report> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const load = await openLoad(client, fixture, 'poison');
  const restarts = (): number =>
    system.processes.reduce((sum, id) => sum + system.restartsOf(id), 0);
  const before = restarts();
  let isOver = false;
  const busy = keepBusy(load, rates, () => isOver);
  const { attempts } = load.known;
  await pause(CALM_MS);
  const calm = attempts.slice();
  const { namespace } = system;
  const options = { mark: 'poison', everyMs: EVERY_MS };
  const poison = await sendPoison(kafkaBrokers.split(','), namespace, options);
  const sentAt = performance.now();
  let missing: string[] = [];
  await eventually(
    async () => {
      missing = await poison.missing();
      return missing.length === 0;
    },
    { timeoutMs: DEAD_WITHIN_MS, everyMs: 1_000 },
  ).catch(() => undefined);
  const recoveredS = (performance.now() - sentAt) / 1_000;
  const during = attempts.slice(calm.length);
  isOver = true;
  await busy;
  const { known } = load;
  const of = { client, fixture, known };
  const { lines, problems } = await agreementOf(system, mongoUrl, of);
  const ended = restarts() - before;
  const fault = `${String(poison.sent)} messages of every bad kind on every topic, ten a second`;
  const calmP99Ms = p99Of(calm.filter(isShort));
  const limits = { failed: 0, p99Ms: Math.round(2 * calmP99Ms), recoveredS: GOAL_DEAD_S };
  const short = during.filter(isShort);
  return {
    title: 'Messages that nobody can read',
    rows: [rowOf({ goal: 'R7', fault, answers: during, short, recoveredS }, limits)],
    lines: [
      `${String(poison.expected.size)} of the messages no consumer of their topic can read; recovered means: all are dead letters, counted from the last one sent; p99 is that of visits and orders, and its pass figure twice that of the ${String(calm.length)} calls before`,
      `processes that ended: ${String(ended)}`,
      ...durationsBy(during, ({ kind }) => kind),
      ...lines,
    ],
    problems: [
      ...problems,
      ...missing.map((key) => `${key} is no dead letter`),
      ...(ended === 0 ? [] : [`${String(ended)} processes ended`]),
    ],
  };
}
