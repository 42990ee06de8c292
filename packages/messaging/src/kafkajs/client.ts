import type kafkajs from 'kafkajs';
import type { Log } from '@tributary/mongo';
import type { KnownVersions } from './known-versions.ts';

/** What the adapter's parts share. */
export interface Client {
  readonly kafka: kafkajs.Kafka;
  readonly log: Log;
  readonly topicPrefix: string;
  readonly versions: KnownVersions;
}
