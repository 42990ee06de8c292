import type { Socket } from 'node:net';
import { type TopicPartitions, topics as catalog } from '@tributary/contracts';
import { type Log, type Mongo, monotonicIds } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { Registry } from '@tributary/metrics';
import type { KafkaAccess } from './access.ts';
import { createSharedProducer, type SharedProducer } from './consumer/dead-letters.ts';
import {
  type ConsumerGroupOptions,
  type GroupTopics,
  runConsumer,
  type RunningConsumer,
} from './consumer/run-consumer.ts';
import { deadTopicOf } from './envelope.ts';
import { kafkajsAdapter } from './kafkajs/adapter.ts';
import { createMetrics, type MessagingMetrics } from './metrics.ts';
import type { KafkaPort, ProgressQuery, TopicSpec } from './port.ts';
import { createPublisher, type Publisher, type PublisherOptions } from './publisher.ts';
import { type RelayOptions, type RunningRelay, runRelay } from './relay/run-relay.ts';

export interface BusOptions extends KafkaAccess {
  /** The service’s name, which brokers log. */
  readonly clientId: string;
  readonly log: Log;
  /** Prefix of every topic and group at the broker; lets tests share a broker. Default none. */
  readonly topicPrefix?: string;
  /** The service’s metrics registry; by default a separate one. */
  readonly metrics?: Registry;
  /** Partitions of topics that are created; default 6 and 3. */
  readonly partitions?: TopicPartitions;
  /** How old what is known of the versions of topics may be, ms; tests shorten it. */
  readonly versionsMaxAgeMs?: number;
  /** 1 in development, 3 in production; default 1. */
  readonly replicationFactor?: number;
  /** 1 in development, 2 of 3 in production; default 1. */
  readonly minInsyncReplicas?: number;
  /** Opens the sockets; tests use it to inject faults. */
  readonly connect?: (host: string, port: number) => Socket;
}

/** A service’s access to Kafka. Opening it connects nothing; each part waits for Kafka. */
export interface Bus {
  /**
   * Creates these topics of the catalogue and their dead-letter topics. Rejects when Kafka cannot
   * be reached for about ten seconds.
   */
  createTopics(names: readonly string[]): Promise<void>;
  /** Starts publishing the outbox of this database. */
  relay(mongo: Mongo, options?: Partial<RelayOptions>): RunningRelay;
  /** Starts consumers; their inbox is in this database. */
  consume(mongo: Mongo, options: ConsumerGroupOptions): Promise<RunningConsumer>;
  /** Whether a broker answers; rejects, or takes long, where none does. */
  readonly isReachable: () => Promise<boolean>;
  /**
   * Whether a group has handled, within a time, all that had been acknowledged on a topic before this call.
   * Rejects, or takes long, where no broker answers.
   */
  readonly hasHandledAll: (query: ProgressQuery) => Promise<boolean>;
  /**
   * For how long the oldest event waits that a group has not handled, seconds; 0 where none does. Rejects, or takes
   * long, where no broker answers.
   */
  readonly lagSeconds: (group: GroupTopics) => Promise<number>;
  /** A durable producer for events without a database transaction. */
  publisher(options?: Partial<PublisherOptions>): Publisher;
  /** Stops consumers first, then relays, which still publish what those added, then producers. */
  close(): Promise<void>;
}

/** Opens the bus. Topic names in code never have the prefix. */
export function openBus(options: BusOptions): Bus {
  const port = kafkajsAdapter({
    ...accessOf(options),
    clientId: options.clientId,
    log: options.log,
    topicPrefix: options.topicPrefix ?? '',
    replicationFactor: options.replicationFactor ?? 1,
    minInsyncReplicas: options.minInsyncReplicas ?? 1,
    ...(options.connect === undefined ? {} : { connect: options.connect }),
    ...(options.versionsMaxAgeMs === undefined
      ? {}
      : { versionsMaxAgeMs: options.versionsMaxAgeMs }),
    isLasting: true,
  });
  const metrics = createMetrics(options.metrics ?? new Registry());
  const { partitions = FEW, log } = options;
  return createBus({ port, metrics, log, source: options.clientId, partitions });
}

/** On one machine a topic's share of work is small, and each partition costs files and requests. */
const FEW: TopicPartitions = { clicks: 6, others: 3 };

const accessOf = ({ brokers, tls, sasl }: KafkaAccess): KafkaAccess => ({
  brokers,
  ...(tls === undefined ? {} : { tls }),
  ...(sasl === undefined ? {} : { sasl }),
});

interface BusParts {
  readonly port: KafkaPort;
  readonly metrics: MessagingMetrics;
  readonly log: Log;
  readonly source: string;
  readonly partitions: TopicPartitions;
}

function createBus({ port, metrics, log, source, partitions }: BusParts): Bus {
  const deadLetters: SharedProducer = createSharedProducer(port, log);
  const broker = port.openPing();
  const progress = port.openProgress();
  const newId = monotonicIds(Date.now);
  const consumers: RunningConsumer[] = [];
  const relays: RunningRelay[] = [];
  const publishers: Publisher[] = [];
  const kept = <Part>(parts: Part[], part: Part): Part => {
    parts.push(part);
    return part;
  };
  return {
    createTopics: (names) => port.createTopics(topicSpecs(names, partitions)),
    relay: (mongo, options = {}) =>
      kept(relays, runRelay({ mongo, port, metrics }, { source, ...options })),
    consume: async (mongo, options) =>
      kept(consumers, await runConsumer({ mongo, port, metrics, deadLetters }, options)),
    publisher: (options = {}) =>
      kept(publishers, createPublisher({ port, log, newId }, { source, ...options })),
    isReachable: () => broker.ping().then(() => true),
    hasHandledAll: (query) => progress.hasHandledAll(query),
    lagSeconds: ({ group, topics }) => progress.lagSeconds(group, topics),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await Promise.all(relays.map((relay) => relay.stop()));
      await Promise.all(publishers.map((publisher) => publisher.close()));
      const shared = [deadLetters, broker, progress, port.versions];
      await Promise.all(shared.map((part) => part.close()));
    },
  };
}

/** The topics of the catalogue with their dead-letter topics. */
export function topicSpecs(names: readonly string[], partitions = FEW): TopicSpec[] {
  const wanted = catalog.filter(({ name }) => names.includes(name));
  return wanted.flatMap(({ name, hasClicks }) => [
    {
      name,
      partitions: hasClicks ? partitions.clicks : partitions.others,
      config: { 'retention.ms': String(7 * DAY_MS) },
    },
    {
      name: deadTopicOf(name),
      partitions: 1,
      // Room for the error beside a message of the largest size, and time for an operator to check.
      config: { 'retention.ms': String(30 * DAY_MS), 'max.message.bytes': '2097152' },
    },
  ]);
}
