/**
 * A redirect that waits for Kafka, to which each step of the ladder adds something: Express, one GET from
 * Redis, an event in the next batch that all in-sync replicas acknowledge, 302.
 */
import { clickRecorded } from '@tributary/contracts';
import { openBus } from '@tributary/messaging';
import { openLog } from '@tributary/service';
import express from 'express';
import { Redis } from 'ioredis';

export interface Visit {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
  /** What is recorded. */
  readonly click: Record<string, unknown>;
  /** The headers of the answer. */
  readonly answer: Record<string, string>;
}

/** Adds to the click or to the answer. */
export type Step = (visit: Visit) => void;

const LANDING_PAGE = 'https://shop.example.com/';

/** Serves the redirect with these steps, on the port and engines of the environment. */
export async function serveRedirect(...steps: readonly Step[]): Promise<void> {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  await redis.set('bench:link', LANDING_PAGE);
  const bus = openBus({
    brokers: (process.env['KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'ladder',
    log: openLog('tracking', 'error'),
    topicPrefix: process.env['BASE_TOPIC_PREFIX'] ?? '',
  });
  await bus.createTopics([clickRecorded.topic]);
  const publisher = bus.publisher({ maxQueued: 20_000 });
  const { type, topic } = clickRecorded;
  let number = 0;
  const record = (click: object): Promise<void> => {
    number += 1;
    const [id, payload] = [String(number), JSON.stringify(click)];
    return publisher.send({ type, topic, key: 'link', data: undefined, id, payload });
  };
  const app = express();
  app.get('/r/:code', async (req, res) => {
    const location = (await redis.get('bench:link')) ?? '/';
    const { headers, ip = '' } = req;
    const visit: Visit = { headers, ip, click: { linkId: req.params.code }, answer: { location } };
    for (const step of steps) step(visit);
    await record(visit.click);
    res.status(302).set(visit.answer).end();
  });
  app.listen(Number(process.env['BASE_PORT']));
}
