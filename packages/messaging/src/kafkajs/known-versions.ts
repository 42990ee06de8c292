import type kafkajs from 'kafkajs';
import type { TopicVersions } from '../port.ts';

/** The names of all topics, and when they were requested, by the monotonic clock. */
export interface Listed {
  readonly names: readonly string[];
  readonly at: number;
}

export interface KnownVersions extends TopicVersions {
  /** The broker's name of the version that a topic's messages are written to. */
  nameToWrite(topic: string): string;
  /** The broker's names of all versions of a topic, the oldest first; its own name where nothing is known of it. */
  namesOf(topic: string): string[];
  /** Learns from the names of all topics, where they were just listed for something else. */
  learnFrom(admin: kafkajs.Admin, listed: Listed): Promise<void>;
  /** How old what is known may be, ms. */
  readonly maxAgeMs: number;
}
