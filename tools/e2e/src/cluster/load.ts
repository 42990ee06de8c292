import { setTimeout as pause } from 'node:timers/promises';
import { callsOfEveryService, timed, type TimedAnswer } from '../calls-of-every-service.ts';
import { BROWSER, type Client, type Fixture, follow } from '../client.ts';

const PEOPLE = 4;
/** Between two calls of one person, ms. */
const PAUSE_MS = 100;

/** Calls to every service that go on until they are stopped. */
export interface Load {
  /** The answers since the last call of this. */
  take(): TimedAnswer[];
  /** @returns the orders that were accepted */
  stop(): Promise<number>;
}

/** Starts the calls of some people, who follow the link of the fixture, order, and read and write at every service. */
export async function startLoad(client: Client, fixture: Fixture): Promise<Load> {
  const click = await follow(client, fixture.trackingCode);
  const redirect = [
    'GET',
    `/r/${fixture.trackingCode}`,
    { headers: { 'user-agent': BROWSER } },
  ] as const;
  let answers: TimedAnswer[] = [];
  let isOver = false;
  let rounds = 0;
  let orders = 0;
  const live = async (): Promise<void> => {
    while (!isOver) {
      rounds += 1;
      const order = `drill-${String(rounds)}`;
      const calls = callsOfEveryService(fixture, click, order, client.signingSecret);
      for (const call of [redirect, ...calls]) {
        const answer = await timed(client, call);
        answers.push(answer);
        if (answer.call.endsWith('/track/conversion') && answer.status === 201) orders += 1;
        await pause(PAUSE_MS);
      }
    }
  };
  const people = Array.from({ length: PEOPLE }, live);
  return {
    take: () => {
      const taken = answers;
      answers = [];
      return taken;
    },
    stop: async () => {
      isOver = true;
      await Promise.all(people);
      return orders;
    },
  };
}
