import { type Mongo } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type EndpointHealth, HEALTHY } from '../domain/endpoint-health.ts';
import { collections } from '../store/collections.ts';
import { toQueueDocument } from '../store/queue-store.ts';

/** Stores a due queue that the test has claimed, so that no worker drains it. */
export async function claimedQueue(
  connection: Mongo['connection'],
  endpointId: string,
  health: EndpointHealth = HEALTHY,
) {
  const now = Date.now();
  const queue = {
    ...{ endpointId, notifyCount: 1, healthResets: 0, health },
    ...{ owner: 'test', dueAt: new Date(now), leaseUntil: new Date(now + DAY_MS) },
  };
  await collections.queues.open(connection).insertOne(toQueueDocument(queue));
  return queue;
}
