import { randomUUIDv7 } from 'node:crypto';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { describeWorkQueue } from '@tributary/work/testing';
import { HEALTHY } from '../domain/endpoint-health.ts';
import { type Collections, collections as declared } from './collections.ts';
import { type EndpointQueue, queueStore } from './queue-store.ts';

const LEASE_MS = 45_000;

let mongo: Mongo;
let collections: Collections;
beforeAll(async () => {
  const env = testEnv({});
  const database = `${env['NAMESPACE'] ?? ''}queue_claims`;
  const log = openLog('webhook', 'error');
  mongo = await openMongo({ url: env['MONGO_URL'] ?? '', database, log });
  collections = await openCollections(mongo.connection, declared);
});
afterAll(() => mongo.close());

let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

describeWorkQueue('queues of endpoints with due deliveries', () => {
  const queues = queueStore(collections);
  return {
    leaseMs: LEASE_MS,
    openQueue: () => {
      const owner = randomUUIDv7();
      const lease = () => ({ owner, until: new Date(now().getTime() + LEASE_MS) });
      return {
        claim: (limit) => queues.claim({ queues: limit, halfOpen: limit }, lease(), now()),
        renew: async ({ endpointId }) =>
          (await queues.renew([endpointId], lease(), now())).has(endpointId),
        release: async (claimed) => {
          for (const queue of claimed) await queues.releaseUnfinished(queue, now());
        },
      };
    },
    idOf: ({ endpointId }: EndpointQueue) => endpointId,
    add: async (count) => {
      const endpointIds = Array.from({ length: count }, () => randomUUIDv7());
      await queues.notify(endpointIds, now());
      return endpointIds;
    },
    // Nothing is due any more.
    finish: (queue) => queues.release(queue, null, HEALTHY),
    advance: (ms) => {
      offsetMs += ms;
      return Promise.resolve();
    },
  };
});
