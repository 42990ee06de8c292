export { openBus } from './bus.ts';
export type { Bus, BusOptions } from './bus.ts';
export { batchConsumer, consumer, consumerOfSeveral } from './consumer/handlers.ts';
export type {
  BulkConsumer,
  Consumer,
  ConsumerOptions,
  EventConsumer,
  HandledEvent,
} from './consumer/handlers.ts';
export { bulkGroupOf, groupTopicsOf } from './consumer/run-consumer.ts';
export type {
  ConsumerGroupOptions,
  GroupTopics,
  RunningConsumer,
} from './consumer/run-consumer.ts';
export { applyKafkaRights, kafkaOperations } from './kafkajs/acls.ts';
export type { KafkaRight } from './kafkajs/acls.ts';
export { durabilityOf } from './kafkajs/topics.ts';
export { rightsOfOperator, rightsOfService } from './rights.ts';
export { readEventState } from './event-state.ts';
export type { EventState, SetAsideEvent } from './event-state.ts';
export type { Health } from './health.ts';
export type { DirectEvent, Publisher, PublisherOptions, UnreadableRecord } from './publisher.ts';
export { readEvents } from './read-events.ts';
export type { StoredEvent } from './read-events.ts';
export { resolveRefusedEvent } from './relay/outbox-documents.ts';
export type { RelayOptions, RunningRelay } from './relay/run-relay.ts';
