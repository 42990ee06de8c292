import { setTimeout as pause } from 'node:timers/promises';
import { type Engines } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import mongoose from 'mongoose';
import { timed, type TimedAnswer } from '../calls-of-every-service.ts';
import { BROWSER, Client, createFixture, type Fixture, follow, order, post } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { type EngineProcess, processOf } from './engine-process.ts';
import { durationsBy, durationsOf, listOf, type Report, rowOf } from './report.ts';
import { callUntilAnswered } from './under-kills.ts';

const VISITORS = 64;
const ORDERS_BEFORE = 200;
const GOAL_P99_MS = 500;
/** Between two calls of one person, ms. */
const PAUSE_MS = 150;
const DRAINED_WITHIN_MS = 600_000;

interface Waiting {
  /** Conversions to approve. */
  readonly conversions: string[];
}

/** Runs `count` pieces of work, `VISITORS` at a time; each gets its number. */
async function repeat(count: number, run: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await run((next += 1));
  };
  await Promise.all(Array.from({ length: VISITORS }, work));
}

const visitor = { headers: { 'user-agent': BROWSER } };

/** What people wait for, each kind by a person of its own, until `isOver`. */
async function callAsPeople(
  client: Client,
  fixture: Fixture,
  { click, waiting }: { click: string; waiting: Waiting },
  isOver: () => boolean,
): Promise<TimedAnswer[]> {
  const { brand, affiliate, trackingCode } = fixture;
  const answers: TimedAnswer[] = [];
  let orders = 0;
  const approval = () => ({
    token: brand.token,
    body: { conversion_ids: waiting.conversions.splice(0, 1), decision: 'approved' },
  });
  const people: readonly (() => Parameters<typeof timed>[1])[] = [
    () =>
      waiting.conversions.length === 0
        ? ['GET', '/api/brand/conversions?status=pending', { token: brand.token }]
        : ['POST', '/api/brand/conversions/bulk-review', approval()],
    () => ['GET', '/api/brand/conversions', { token: brand.token }],
    () => ['GET', '/api/affiliate/commissions', { token: affiliate.token }],
    () => ['GET', `/r/${trackingCode}`, visitor],
    () => ['POST', '/api/track/conversion', order(click, `d-${String((orders += 1))}`, '10.00')],
  ];
  const live = async (next: (typeof people)[number]): Promise<void> => {
    while (!isOver()) {
      answers.push(await timed(client, next()));
      await pause(PAUSE_MS);
    }
  };
  await Promise.all(people.map(live));
  return answers;
}

/** Waits until the clicks of the campaign are stored and counted in reports. @returns false where they are not */
async function isDrained(
  client: Client,
  { affiliate, campaignId }: Fixture,
  stored: () => Promise<number>,
  clicks: number,
): Promise<boolean> {
  const path = `/api/affiliate-reports?kind=campaign&start_date=2020-01-01&campaign_id=${campaignId}`;
  const until = performance.now() + DRAINED_WITHIN_MS;
  while (performance.now() < until) {
    await pause(1_000);
    if ((await stored()) < clicks) continue;
    const { status, body } = await client.call('GET', path, { token: affiliate.token });
    if (status === 200 && body.totals.gross_clicks >= clicks) return true;
  }
  return false;
}

/** Takes clicks while Kafka is stopped. @returns how long that took, s, and the calls that were repeated */
async function spool(client: Client, trackingCode: string, clicks: number, kafka: EngineProcess) {
  const tally = { refused: 0 };
  const startedAt = performance.now();
  kafka.kill({ signal: 'SIGSTOP' });
  await repeat(clicks, async () => {
    await callUntilAnswered(() => client.call('GET', `/r/${trackingCode}`, visitor), tally);
  });
  kafka.kill({ signal: 'SIGCONT' });
  return { outageS: (performance.now() - startedAt) / 1_000, repeated: tally.refused };
}

/**
 * Stops Kafka's process, takes clicks into the spool, lets Kafka continue, and measures what people of another campaign
 * wait for until every click is stored and counted.
 */
export async function recoveryStorm(
  system: TestSystem,
  engines: Pick<Engines, 'processes' | 'mongoUrl'>,
  clicks: number,
): Promise<Report> {
  const kafka = processOf(engines, 'Kafka');
  const client = new Client(system);
  const [busy, people] = [await createFixture(client), await createFixture(client)];
  const click = await eventually(() => follow(client, people.trackingCode));
  const waiting: Waiting = { conversions: [] };
  await repeat(ORDERS_BEFORE, async (number) => {
    waiting.conversions.push(await post(client, click, `before-${String(number)}`, '10.00'));
  });
  const facts = { click, waiting };
  const { answers: calm } = await measure(client, people, facts, () => pause(10_000));
  const outage = await spool(client, busy.trackingCode, clicks, kafka);
  const mongo = await mongoose.createConnection(engines.mongoUrl).asPromise();
  const rows = mongo.useDb(`${system.namespace}tributary_tracking`).collection('clicks');
  const stored = () => rows.countDocuments({ campaignId: busy.campaignId });
  const startedAt = performance.now();
  const { answers: during, result: isWhole } = await measure(client, people, facts, () =>
    isDrained(client, busy, stored, clicks),
  );
  const recoveredS = (performance.now() - startedAt) / 1_000;
  await mongo.close();
  const violations = await system.violations(DRAINED_WITHIN_MS);
  const fault = `${String(clicks)} clicks spooled in ${outage.outageS.toFixed(0)} s without Kafka, then drained`;
  return {
    title: 'Clicks stored after an outage of Kafka',
    rows: [
      rowOf({ goal: 'R2', fault, answers: during, recoveredS }, { failed: 0, p99Ms: GOAL_P99_MS }),
    ],
    lines: [
      `calls of visitors repeated during the outage: ${String(outage.repeated)}`,
      `calls of others before: ${String(calm.length)}, ${durationsOf(calm)}`,
      ...durationsBy(during, ({ call }) => `during the drain, ${call}`),
      listOf('invariants broken', violations),
    ],
    problems: [...violations, ...(isWhole ? [] : ['not all clicks are stored and counted'])],
  };
}

/** The calls of people while `work` runs, and its result. */
async function measure<T>(
  client: Client,
  fixture: Fixture,
  facts: { click: string; waiting: Waiting },
  work: () => Promise<T>,
): Promise<{ answers: TimedAnswer[]; result: T }> {
  let isOver = false;
  const calls = callAsPeople(client, fixture, facts, () => isOver);
  const result = await work();
  isOver = true;
  return { answers: await calls, result };
}
