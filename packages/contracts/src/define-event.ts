import { type z } from 'zod';
import { type Topic } from './topics.ts';

/** An event to publish. The outbox adds its id, time and correlation id. */
export interface DomainEvent<Data = unknown> {
  readonly type: string;
  readonly topic: string;
  /** The aggregate's id: events with the same key stay in order. */
  readonly key: string;
  readonly data: Data;
}

/** The contract of one version of an event. Calling it creates an event with checked data. */
export interface EventType<Data = unknown> {
  (data: Data): DomainEvent<Data>;
  /** `noun.past.vN` */
  readonly type: string;
  readonly topic: Topic;
  readonly schema: z.ZodType<Data>;
  readonly description: string;
  /** Too frequent to log one by one. */
  readonly frequent: boolean;
}

interface Declaration<Schema extends z.ZodType> {
  readonly type: `${string}.${string}.v${number}`;
  readonly topic: Topic;
  readonly key: (data: z.output<Schema>) => string;
  readonly data: Schema;
  readonly description: string;
  readonly frequent?: boolean;
}

const declared = new Map<string, EventType>();

/** Declares an event once for the whole system. Throws when a type is declared twice. */
export function defineEvent<Schema extends z.ZodType>(
  declaration: Declaration<Schema>,
): EventType<z.output<Schema>> {
  const { type, topic, key, data: schema, description, frequent = false } = declaration;
  if (declared.has(type)) throw new Error(`Event ${type} is declared twice`);
  const make = (data: z.output<Schema>): DomainEvent<z.output<Schema>> => ({
    type,
    topic,
    key: key(data),
    data,
  });
  const eventType = Object.assign(make, { type, topic, schema, description, frequent });
  declared.set(type, eventType as unknown as EventType);
  return eventType as EventType<z.output<Schema>>;
}

/** Every event by its type, for documents, snapshots and dead-letter tools. */
export const allEventTypes = (): readonly EventType[] =>
  [...declared.values()].sort((a, b) => a.type.localeCompare(b.type));
