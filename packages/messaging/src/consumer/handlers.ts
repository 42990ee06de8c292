import type { EventType } from '@tributary/contracts';
import type { IncomingMessage } from '../port.ts';

/** An event as a handler sees it; its data has passed the schema. */
export interface HandledEvent<Data = unknown> {
  readonly id: string;
  readonly type: string;
  readonly data: Data;
  readonly occurredAt: Date;
  readonly correlationId: string;
  /** Where it stands on its topic. */
  readonly position?: Pick<IncomingMessage, 'topic' | 'partition' | 'offset'>;
}

export interface ConsumerOptions {
  /**
   * Never share a transaction with other events, for handlers that change more than their own
   * database. Such a handler is fifty times slower and must be idempotent.
   */
  readonly alone?: boolean;
}

/** One event, handled once: its effects and the mark that it was handled are one commit. */
export interface EventConsumer {
  readonly mode: 'each';
  readonly eventType: EventType;
  readonly alone: boolean;
  readonly handle: (event: HandledEvent) => Promise<void>;
  /** All events of a transaction together, where the use case can do that. */
  readonly handleSeveral?: (events: readonly HandledEvent[]) => Promise<void>;
  /** The use case behind `handleSeveral`: events of several types with the same one come together. */
  readonly useCase?: unknown;
}

/** Few large fetches cost the broker and the consumer much less than many small ones. */
const GATHER_MS = 500;

export interface BulkOptions {
  /** One call at a time in a process, for writes that would conflict on the same documents. */
  readonly oneAtATime?: boolean;
  /**
   * How long a fetch gathers events, ms; by default half a second. Less where users wait for the effect: there are
   * more fetches then.
   */
  readonly gatherMs?: number;
}

/** Many events at a time, at least once: for idempotent upserts. */
export interface BulkConsumer {
  readonly mode: 'bulk';
  readonly eventType: EventType;
  readonly oneAtATime: boolean;
  readonly gatherMs: number;
  readonly handle: (events: readonly HandledEvent[]) => Promise<void>;
}

export type Consumer = EventConsumer | BulkConsumer;

/**
 * Binds an event to a use case. Effects made through `deps.transaction` (or by any mongoose call)
 * take place exactly once per event. Events of one key are handled in order.
 *
 * The kind of an error decides (packages/errors): `invalid`, `conflict` and `forbidden` move the
 * event to `<topic>.dead` at once. Anything else is retried, first quickly, then with growing
 * pauses while later events of the same key wait, and at last moved as well. Only `unavailable` and
 * `rate_limited` are retried without end.
 */
export const consumer = <Data>(
  eventType: EventType<Data>,
  handle: (event: HandledEvent<Data>) => Promise<unknown>,
  options: ConsumerOptions = {},
): EventConsumer => ({
  mode: 'each',
  eventType: eventType as unknown as EventType,
  alone: options.alone ?? false,
  handle: async (event) => {
    await handle(event as HandledEvent<Data>);
  },
});

/**
 * Like `consumer`, for a use case that handles many events at the cost of one, such as sums: events
 * of one type that arrived together are passed together, in order, in the transaction that they
 * share; those of several types as well, where the types are bound to the very same function. In one process such transactions run one at a time, because they write the same sums. What
 * the handler logs or publishes carries the correlation id of no single event.
 */
export const consumerOfSeveral = <Data>(
  eventType: EventType<Data>,
  handle: (events: readonly HandledEvent<Data>[]) => Promise<unknown>,
): EventConsumer => {
  const handleSeveral = async (events: readonly HandledEvent[]): Promise<void> => {
    await handle(events as readonly HandledEvent<Data>[]);
  };
  return {
    mode: 'each',
    eventType: eventType as unknown as EventType,
    alone: false,
    handle: (event) => handleSeveral([event]),
    handleSeveral,
    useCase: handle,
  };
};

/**
 * Binds an event to a bulk write. Each call gets up to 1,000 events of one partition in order, and
 * they count as done when it returns. After a crash some come again, so the write must be
 * idempotent (upserts by id). It has no inbox and no shared transaction. Events of several types
 * come in separate calls; those of one key stay in order. A bad event is found by halving, retried
 * for about six seconds and moved to the dead-letter topic.
 */
export const batchConsumer = <Data>(
  eventType: EventType<Data>,
  handle: (events: readonly HandledEvent<Data>[]) => Promise<unknown>,
  { oneAtATime = false, gatherMs = GATHER_MS }: BulkOptions = {},
): BulkConsumer => ({
  mode: 'bulk',
  eventType: eventType as unknown as EventType,
  oneAtATime,
  gatherMs,
  handle: async (events) => {
    await handle(events as readonly HandledEvent<Data>[]);
  },
});
