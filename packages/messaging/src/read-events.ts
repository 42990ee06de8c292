import type { Log } from '@tributary/mongo';
import { z } from 'zod';
import { kafkaAccessOf, kafkaShape } from './access.ts';
import { header } from './envelope.ts';
import { kafkajsAdapter } from './kafkajs/adapter.ts';

/** An event as it is on its topic. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly topic: string;
  /** The service that published it. */
  readonly source: string;
  readonly time: string;
  readonly correlationId: string | undefined;
  /** The data as JSON. */
  readonly payload: string;
}

const silent = (): void => undefined;
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * Reads all events that these topics still have, for operators' commands.
 * @param env KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, and NAMESPACE
 * @throws where no broker answers
 */
export async function readEvents(
  env: Readonly<Record<string, string | undefined>>,
  topics: readonly string[],
  take: (event: StoredEvent) => void,
): Promise<void> {
  const port = kafkajsAdapter({
    ...kafkaAccessOf(z.object(kafkaShape).parse(env)),
    clientId: 'read-events',
    log,
    topicPrefix: env['NAMESPACE'] ?? '',
    replicationFactor: 1,
    minInsyncReplicas: 1,
  });
  await port.readToEnd({
    topics,
    take: ({ headers, topic, value }) => {
      take({
        id: headers[header.id] ?? '',
        type: headers[header.type] ?? '',
        topic,
        source: (headers[header.source] ?? '').replace(/^\//, ''),
        time: headers[header.time] ?? '',
        correlationId: headers[header.correlationId],
        payload: value?.toString() ?? '',
      });
      return Promise.resolve('more');
    },
  });
}
