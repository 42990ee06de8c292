import { setTimeout as pause } from 'node:timers/promises';
import { type Engines } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import { callsOfEveryService, timed, type TimedAnswer } from '../calls-of-every-service.ts';
import { BROWSER, Client, createFixture, follow } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { processOf } from './engine-process.ts';
import { isFailure, listOf, type Report, rowOf } from './report.ts';

const FREEZES = 3;
const FROZEN_MS = 10_000;
/** The longest wait for an answer, ms; of a redirect whose link is not in memory. */
const GOAL_MS = 2_000;
const GOAL_OF_REDIRECT_MS = 3_200;
const SETTLE_MS = 60_000;

const isRedirect = ({ call }: TimedAnswer): boolean => call.startsWith('GET /r/');

/** Stops MongoDB's process three times for ten seconds (SIGSTOP) while calls go to every service. */
export async function freezeDatabase(
  system: TestSystem,
  engines: Pick<Engines, 'processes'>,
): Promise<Report> {
  const mongo = processOf(engines, 'MongoDB');
  const client = new Client(system);
  const fixture = await createFixture(client);
  const click = await eventually(() => follow(client, fixture.trackingCode));
  const answers: TimedAnswer[] = [];
  const coldLink = [
    'GET',
    `/r/unknown-${String(Date.now())}`,
    { headers: { 'user-agent': BROWSER } },
  ] as const;
  for (let freeze = 1; freeze <= FREEZES; freeze += 1) {
    mongo.kill({ signal: 'SIGSTOP' });
    const until = performance.now() + FROZEN_MS;
    for (let round = 1; performance.now() < until; round += 1) {
      const orderId = `frozen-${String(freeze)}-${String(round)}`;
      const calls = [...callsOfEveryService(fixture, click, orderId), coldLink];
      answers.push(...(await Promise.all(calls.map((call) => timed(client, call)))));
    }
    mongo.kill({ signal: 'SIGCONT' });
    await system.ready();
    await pause(1_000);
  }
  const violations = await system.violations(SETTLE_MS);
  const fault = `MongoDB frozen (SIGSTOP) ${String(FREEZES)} × ${String(FROZEN_MS / 1_000)} s`;
  const [redirects, calls] = [
    answers.filter(isRedirect),
    answers.filter((one) => !isRedirect(one)),
  ];
  const others = answers.filter((one) => isFailure(one) && one.status !== 503);
  return {
    title: 'MongoDB frozen while every service is called',
    rows: [
      rowOf({ goal: 'R4', fault: `${fault}: calls`, answers: calls }, { slowestMs: GOAL_MS }),
      rowOf(
        { goal: 'R4', fault: `${fault}: redirects of unknown links`, answers: redirects },
        { slowestMs: GOAL_OF_REDIRECT_MS },
      ),
    ],
    lines: [listOf('invariants broken', violations)],
    problems: [
      ...violations,
      ...others.map(({ call, status }) => `${call} failed with ${String(status)}`),
    ],
  };
}
