import { topics as catalog } from '@tributary/contracts';
import type { Log } from '@tributary/mongo';
import { deadTopicOf } from '../envelope.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import type { IncomingMessage } from '../port.ts';

const quiet = (): void => undefined;
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/**
 * Passes each message on the topics of a namespace, and on those of their dead letters, to `take`: those of a
 * partition in order.
 * @returns their number
 */
export async function scanTopics(
  brokers: readonly string[],
  namespace: string,
  take: (message: IncomingMessage) => void,
): Promise<number> {
  const client = { brokers, clientId: 'scan', log, topicPrefix: namespace };
  const port = kafkajsAdapter({ ...client, replicationFactor: 1, minInsyncReplicas: 1 });
  let count = 0;
  await port.readToEnd({
    topics: catalog.flatMap(({ name }) => [name, deadTopicOf(name)]),
    take: (message) => {
      count += 1;
      take(message);
      return Promise.resolve('more');
    },
  });
  return count;
}
