import { type Engines, type ServiceProcessId } from '@tributary/engines';
import { Client, createFixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { agreementOf, untilReported } from './agreement.ts';
import { approveRest, openLoad } from './load.ts';
import { type Report, rowOf } from './report.ts';
import { underKills } from './under-kills.ts';

/** Orders that one approval takes. */
const PER_REVIEW = 50;

export interface KillOptions {
  readonly kills: number;
  readonly redirects: number;
  readonly orders: number;
}

/** All processes of all services. */
export const everyProcess = (system: TestSystem): readonly ServiceProcessId[] =>
  system.processes.filter((id): id is ServiceProcessId => id !== 'sandbox');

/** Kills these processes in turn under clicks, orders and approvals, and compares everything afterwards. */
export async function killProcesses(
  system: TestSystem,
  { mongoUrl }: Pick<Engines, 'mongoUrl'>,
  { title, victims }: { title: string; victims: readonly ServiceProcessId[] },
  { kills, redirects, orders }: KillOptions,
): Promise<Report> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const load = await openLoad(client, fixture, `kill-${String(victims.length)}`);
  const { known } = load;
  const inTurn = (number: number): ServiceProcessId[] =>
    victims.slice(number % victims.length, (number % victims.length) + 1);
  const seconds = await underKills(system, { kills, victims: inTurn }, [
    { count: redirects - 1, concurrency: 16, run: load.visit },
    { count: orders, concurrency: 8, run: load.buy },
    { count: Math.ceil(orders / PER_REVIEW), concurrency: 2, run: load.approve },
  ]);
  await system.ready();
  const of = { client, fixture, known };
  // The goal counts from the restart, and approvals of what the load has left are no part of it.
  const recoveredS = await untilReported(system, mongoUrl, of);
  await approveRest(load);
  const { lines, problems } = await agreementOf(system, mongoUrl, of);
  const names = victims.length > 2 ? `${String(victims.length)} processes` : victims.join(', ');
  const fault = `${names} killed (SIGKILL) ${String(kills)} times in ${seconds.toFixed(0)} s`;
  return {
    title,
    rows: [rowOf({ goal: 'R1', fault, answers: known.attempts, recoveredS }, { recoveredS: 15 })],
    lines,
    problems,
  };
}
