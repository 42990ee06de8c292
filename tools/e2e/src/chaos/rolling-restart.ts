import { setTimeout as pause } from 'node:timers/promises';
import { type Engines, type ServiceProcessId } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import { Client, createFixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { agreementOf } from './agreement.ts';
import { everyProcess } from './kill-processes.ts';
import { keepBusy, openLoad, type Rates } from './load.ts';
import { type Replicas } from './replicas.ts';
import { type Report, rowOf } from './report.ts';

const READY_WITHIN_MS = 180_000;
const CALM_MS = 500;
/** The longest orderly stop. */
const STOP_LIMIT_MS = 5_000;

/** Ends a process, in an orderly way or without warning, and waits until it is back. @returns how long it took to end, ms */
async function replace(
  system: TestSystem,
  id: ServiceProcessId,
  isKilled: boolean,
): Promise<number> {
  const begun = performance.now();
  if (isKilled) system.kill(id);
  else await system.restart(id);
  const ms = performance.now() - begun;
  await pause(CALM_MS);
  await eventually(() => system.isReady(id), { timeoutMs: READY_WITHIN_MS });
  return ms;
}

interface Stop {
  readonly id: ServiceProcessId;
  readonly ms: number;
}

const stopText = ({ id, ms }: Stop): string => `${id} ${String(Math.round(ms))} ms`;

interface Options {
  readonly rates: Rates;
  /** How often every process of every instance is replaced. */
  readonly rounds: number;
  /** SIGKILL instead of SIGTERM: what was in flight then fails. */
  readonly isKilled: boolean;
}

/** Replaces every process of two instances of every service, one by one, under load. */
export async function rollingRestart(
  { baseUrl, instances, violations, namespace, outOfService }: Replicas,
  engines: Engines,
  { rates, rounds, isKilled }: Options,
): Promise<Report> {
  const client = new Client({ baseUrl });
  const fixture = await createFixture(client);
  const load = await openLoad(client, fixture, isKilled ? 'killed' : 'rolled');
  const stops: Stop[] = [];
  let isOver = false;
  const busy = keepBusy(load, rates, () => isOver);
  const begun = performance.now();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const id of everyProcess(instances[0])) {
        for (const instance of instances) {
          const ms = await outOfService(instance, id, () => replace(instance, id, isKilled));
          stops.push({ id, ms });
          await pause(CALM_MS);
        }
      }
    }
  } finally {
    isOver = true;
    await busy;
  }
  const seconds = (performance.now() - begun) / 1_000;
  const { known } = load;
  const slow = isKilled ? [] : stops.filter(({ ms }) => ms > STOP_LIMIT_MS);
  const of = { client, fixture, known };
  const settledFrom = performance.now();
  const { agreedAt, lines, problems } = await agreementOf(
    { namespace, violations },
    engines.mongoUrl,
    of,
  );
  const recoveredS = (agreedAt - settledFrom) / 1_000;
  const how = isKilled ? 'killed (SIGKILL)' : 'restarted (SIGTERM)';
  const fault = `${String(stops.length)} processes ${how} in turn in ${seconds.toFixed(0)} s`;
  const measured = { goal: isKilled ? 'R1' : 'R12', fault, answers: known.attempts, recoveredS };
  const longest = stops.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  return {
    title: `Two instances of every service, ${how} in turn under load`,
    rows: [rowOf(measured, isKilled ? { recoveredS: 15 } : { failed: 0 })],
    lines: [
      ...(isKilled ? [] : [`the longest stops: ${longest.map(stopText).join(', ')}`]),
      ...lines,
    ],
    problems: [...problems, ...slow.map((one) => `a slow stop: ${stopText(one)}`)],
  };
}
