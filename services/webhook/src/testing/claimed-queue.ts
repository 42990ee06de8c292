import { type Mongo } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type EndpointHealth, HEALTHY } from '../domain/endpoint-health.ts';
import { collectionsOf } from '../store/collections.ts';
import { queueRowOf } from '../store/queue-store.ts';

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
  await collectionsOf(connection).queues.insertOne(queueRowOf(queue));
  return queue;
}
