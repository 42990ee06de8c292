import type kafkajs from 'kafkajs';
import type { Log } from '@tributary/mongo';

/** What the adapter's parts share. */
export interface Client {
  readonly kafka: kafkajs.Kafka;
  readonly log: Log;
  readonly topicPrefix: string;
}
