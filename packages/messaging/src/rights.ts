import { deadTopicOf } from './envelope.ts';
import type { Consumer } from './consumer/handlers.ts';
import { groupTopicsOf } from './consumer/run-consumer.ts';
import type { KafkaOperation, KafkaRight } from './kafkajs/acls.ts';
import { REPLAY_GROUPS } from './dead-letter-topics.ts';
import { READING_GROUPS } from './port.ts';

type Right = Omit<KafkaRight, 'user'>;

const topicRight = (name: string, operations: readonly KafkaOperation[]): Right => ({
  resource: 'topic',
  name,
  operations,
});

/** The later versions of a topic, which the tool `topic-partitions` creates. */
const versionsOf = (topic: string): string => `${topic}.v*`;

/**
 * What a service needs of Kafka and no more: it writes the topics that it owns, reads those that it consumes and
 * moves their bad events to the dead letters. The first of them to start creates a topic.
 */
export function rightsOfService(
  service: string,
  ownedTopics: readonly string[],
  consumers: readonly Consumer[],
): readonly Right[] {
  const owned = new Set(ownedTopics);
  const consumed = new Set<string>(consumers.map(({ eventType }) => eventType.topic));
  const topics = [...new Set([...owned, ...consumed])].toSorted();
  const groups = groupTopicsOf(service, consumers).map(({ group }): Right => ({
    resource: 'group',
    name: group,
    operations: ['read'],
  }));
  const useOf = (topic: string): KafkaOperation[] => [
    ...(consumed.has(topic) ? (['read'] as const) : []),
    ...(owned.has(topic) ? (['write'] as const) : []),
  ];
  const topicRights = topics.flatMap((topic) => [
    topicRight(topic, [...useOf(topic), 'create']),
    topicRight(versionsOf(topic), useOf(topic)),
    topicRight(deadTopicOf(topic), [consumed.has(topic) ? 'write' : 'describe', 'create']),
  ]);
  return [...topicRights, ...groups];
}

const MOVE: readonly KafkaOperation[] = ['write', 'delete', 'describe', 'describe_configs'];

/**
 * What an operator's tools need: `dead-letters` reads dead letters, and writes them to their topics again;
 * `topic-partitions` creates versions of topics and deletes emptied ones, and learns what every group has handled.
 */
export const rightsOfOperator = (topics: readonly string[]): readonly Right[] => [
  ...topics
    .toSorted()
    .flatMap((topic) => [
      topicRight(topic, MOVE),
      topicRight(versionsOf(topic), [...MOVE, 'create']),
      topicRight(deadTopicOf(topic), ['read']),
    ]),
  { resource: 'group', name: `${READING_GROUPS}*`, operations: ['read', 'delete'] },
  { resource: 'group', name: `${REPLAY_GROUPS}*`, operations: ['read'] },
  { resource: 'group', name: '*', operations: ['describe'] },
];
