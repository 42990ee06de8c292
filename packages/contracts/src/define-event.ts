import { type z } from 'zod';
import { type PublicEvent } from './public-event.ts';
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
export interface EventType<Data = unknown, PublicName extends string = string> {
  (data: Data): DomainEvent<Data>;
  /** `noun.past.vN` */
  readonly type: string;
  readonly topic: Topic;
  readonly schema: z.ZodType<Data>;
  readonly description: string;
  /** Data for documents, tests and the samples of public events. */
  readonly sample: Data;
  /** What the API publishes of the event; empty for an internal one. */
  readonly publicEvents: readonly PublicEvent<Data, PublicName>[];
  /** Why the API publishes nothing of it; undefined where it does. */
  readonly internalBecause?: string;
  /** Too frequent to log one by one. */
  readonly frequent: boolean;
}

type Declaration<Schema extends z.ZodType, PublicName extends string> = {
  readonly type: `${string}.${string}.v${number}`;
  readonly topic: Topic;
  readonly key: (data: z.output<Schema>) => string;
  readonly data: Schema;
  readonly description: string;
  readonly sample: z.output<Schema>;
  readonly frequent?: boolean;
} & (
  | { readonly publicEvents: readonly PublicEvent<z.output<Schema>, PublicName>[] }
  | { readonly internalBecause: string }
);

const declared = new Map<string, EventType>();

/**
 * Declares an event once for the whole system, with the public events that the API makes of it, or
 * the reason for none. Throws when a type is declared twice.
 */
export function defineEvent<Schema extends z.ZodType, const PublicName extends string = never>(
  declaration: Declaration<Schema, PublicName>,
): EventType<z.output<Schema>, PublicName> {
  type Data = z.output<Schema>;
  const { key, data: schema, ...rest } = declaration;
  const { type, topic } = declaration;
  if (declared.has(type)) throw new Error(`Event ${type} is declared twice`);
  const make = (data: Data): DomainEvent<Data> => ({ type, topic, key: key(data), data });
  const eventType = Object.assign(make, { frequent: false, publicEvents: [], ...rest, schema });
  declared.set(type, eventType as unknown as EventType);
  return eventType as unknown as EventType<Data, PublicName>;
}

/** Every event by its type, for documents, snapshots and dead-letter tools. */
export const allEventTypes = (): readonly EventType[] =>
  [...declared.values()].sort((a, b) => a.type.localeCompare(b.type));
