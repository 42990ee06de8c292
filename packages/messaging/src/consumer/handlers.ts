import type { EventType } from '@tributary/contracts';

/** An event as a handler sees it; its data has passed the schema. */
export interface HandledEvent<Data = unknown> {
  readonly id: string;
  readonly type: string;
  readonly data: Data;
  readonly occurredAt: Date;
  readonly correlationId: string;
}

export interface ConsumerOptions {
  /**
   * Never share a transaction with other events, for handlers that do more than change their own
   * database. Such a handler is slower by a factor of fifty and must itself bear being repeated.
   */
  readonly alone?: boolean;
}

/** One event, handled once: its effects and the note that it was handled are one commit. */
export interface EventConsumer {
  readonly mode: 'each';
  readonly eventType: EventType;
  readonly alone: boolean;
  readonly handle: (event: HandledEvent) => Promise<void>;
  /** All that share a transaction, at once, where the use-case can do that. */
  readonly handleSeveral?: (events: readonly HandledEvent[]) => Promise<void>;
}

export interface BulkOptions {
  /** Not for several partitions at once in one process, for writes that would meet on the same rows. */
  readonly oneAtATime?: boolean;
  /**
   * Somebody waits for what is done with the event: the group's fetches gather for a tenth of a second in
   * place of half of one, at the price of more of them.
   */
  readonly isAwaited?: boolean;
}

/** Many events at a time, at least once: for upserts that bear being repeated. */
export interface BulkConsumer {
  readonly mode: 'bulk';
  readonly eventType: EventType;
  readonly oneAtATime: boolean;
  readonly isAwaited: boolean;
  readonly handle: (events: readonly HandledEvent[]) => Promise<void>;
}

export type Consumer = EventConsumer | BulkConsumer;

/**
 * Binds an event to a use-case. Effects made through `deps.transaction` (or by any mongoose call)
 * take place exactly once per event. Events of one key are handled in order.
 *
 * An error decides by its kind (packages/errors): `invalid`, `conflict`, `forbidden` set the event
 * aside in `<topic>.dead` at once; anything else is tried again, first quickly, then with growing
 * pauses while later events of the same key wait behind it, and at last set aside as well. Only
 * `unavailable` and `rate_limited` are tried without end.
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
 * Like `consumer`, for a use-case that does many at the price of one, as sums are: events of one type
 * that came together are handed over together, in order, within the transaction that they share. In one
 * process such transactions run one at a time, because sums are where all of them meet. What the handler
 * says itself carries the correlation id of no single event.
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
  };
};

/**
 * Binds an event to a bulk write. Each call gets up to 1,000 events of one partition in order, and
 * they count as done when it returns; after a crash some come again, so the write must be
 * idempotent (upserts by id). It has no inbox and no shared transaction. Events of several types come
 * in separate calls; those of one key in order. A bad event is found by halving, tried for some six
 * seconds and set aside.
 */
export const batchConsumer = <Data>(
  eventType: EventType<Data>,
  handle: (events: readonly HandledEvent<Data>[]) => Promise<unknown>,
  { oneAtATime = false, isAwaited = false }: BulkOptions = {},
): BulkConsumer => ({
  mode: 'bulk',
  eventType: eventType as unknown as EventType,
  oneAtATime,
  isAwaited,
  handle: async (events) => {
    await handle(events as readonly HandledEvent<Data>[]);
  },
});
