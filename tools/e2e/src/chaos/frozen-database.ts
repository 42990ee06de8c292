import { setTimeout as pause } from 'node:timers/promises';
import { type Engines } from '@tributary/engines';
import { callsOfEveryService, timed, type TimedAnswer } from '../calls-of-every-service.ts';
import { BROWSER, Client, createFixture, follow } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { durationsOf, print } from './report.ts';

const FREEZES = 3;
const FROZEN_MS = 10_000;
/** The longest wait for an answer, ms; of a redirect whose link is not in memory. */
const GOAL_MS = 2_000;
const GOAL_OF_REDIRECT_MS = 3_200;
const SETTLE_MS = 60_000;

const isLate = ({ call, ms }: TimedAnswer): boolean =>
  ms > (call.startsWith('GET /r/') ? GOAL_OF_REDIRECT_MS : GOAL_MS);

/**
 * Stops MongoDB's process three times for ten seconds (SIGSTOP) while calls go to every service. Returns whether each
 * was answered in time, and whether books and data agree afterwards.
 */
export async function freezeDatabase(
  system: TestSystem,
  { processes }: Pick<Engines, 'processes'>,
): Promise<boolean> {
  const mongo = processes.MongoDB;
  if (mongo === undefined) throw new Error('This fault needs engines that are started natively');
  const client = new Client(system);
  const fixture = await createFixture(client);
  const click = await follow(client, fixture.trackingCode);
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
      const calls = callsOfEveryService(
        fixture,
        click,
        `frozen-${String(freeze)}-${String(round)}`,
      );
      answers.push(...(await Promise.all([...calls, coldLink].map((call) => timed(client, call)))));
    }
    mongo.kill({ signal: 'SIGCONT' });
    await system.ready();
    await pause(1_000);
  }
  const late = answers.filter(isLate);
  const others = answers.filter(({ status }) => status !== 503);
  const violations = await system.violations(SETTLE_MS);
  print(
    [
      `MongoDB stopped ${String(FREEZES)} times for ${String(FROZEN_MS / 1_000)} s; calls: ${String(answers.length)}, answered other than 503: ${String(others.length)}`,
      `answered: ${durationsOf(answers)}; later than ${String(GOAL_MS)} ms (redirects ${String(GOAL_OF_REDIRECT_MS)} ms): ${String(late.length)}`,
      ...[...new Set(late.map(({ call, ms }) => `  ${call}: ${ms.toFixed(0)} ms`))],
      `invariants broken: ${violations.length === 0 ? 'none' : violations.join('; ')}`,
    ].join('\n'),
  );
  return late.length === 0 && violations.length === 0;
}
