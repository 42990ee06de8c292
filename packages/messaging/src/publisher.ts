import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@tributary/errors';
import type { DomainEvent, EventType } from '@tributary/contracts';
import { currentContext } from '@tributary/context';
import { createSharedProducer, deadLetter, type SharedProducer } from './consumer/dead-letters.ts';
import { toMessage } from './envelope.ts';
import { backOffMs } from '@tributary/work';
import type { KafkaPort, OutgoingMessage } from './port.ts';
import type { Log } from '@tributary/mongo';

export interface PublisherOptions {
  /** Names the service in the events it publishes. */
  readonly source: string;
  /** Messages that may wait; beyond it calls are refused at once. Default 10,000. */
  readonly maxQueued?: number;
  /** How long a message is retried before its call is rejected, ms; 0 is one attempt; default 10,000. */
  readonly retryForMs?: number;
}

/**
 * Publishes events without a database transaction, because there are so many: clicks. An event is
 * durable when `send` resolves. A rejected event may still have been written, so a caller that
 * repeats it must use the same id.
 */
export interface Publisher {
  /**
   * Resolves when every in-sync replica has the events. Throws `unavailable` when the queue is full
   * or Kafka did not acknowledge in time.
   */
  send(...events: readonly DirectEvent[]): Promise<void>;
  /**
   * Puts records that no consumer could read into the dead-letter topics, each unchanged. One attempt.
   * @throws where Kafka does not acknowledge
   */
  setAside(...records: readonly UnreadableRecord[]): Promise<void>;
  /** Messages not yet acknowledged. */
  queued(): number;
  /** Sends what is queued, then disconnects. */
  close(): Promise<void>;
}

/** An event with fields that the caller already has. */
export type DirectEvent = DomainEvent & {
  readonly id?: string;
  readonly occurredAt?: Date;
  /** The data as JSON. */
  readonly payload?: string;
  /** Default: the correlation id of the current work. */
  readonly correlationId?: string | undefined;
  /** Default: that of the current work. */
  readonly traceparent?: string | undefined;
};

/** A stored event that does not fit its schema any more. */
export interface UnreadableRecord {
  readonly eventType: Pick<EventType, 'type' | 'topic'>;
  /** The event's id; a repeated call with the same id adds a letter that a replay does not apply twice. */
  readonly id: string;
  readonly bytes: Buffer;
  readonly error: Error;
}

const PER_SEND = 1_000;

interface Entry {
  readonly messages: readonly OutgoingMessage[];
  readonly expiresAt: number;
  readonly settled: PromiseWithResolvers<undefined>;
}

interface Queue {
  readonly producer: SharedProducer;
  readonly log: Log;
  waiting: Entry[];
  size: number;
  running: Promise<void> | undefined;
}

/**
 * Messages that arrive during a send go out together with the next: batches grow with the load, and
 * a single message waits for no timer. One send at a time keeps each key in order.
 */
export function createPublisher(
  parts: { readonly port: KafkaPort; readonly log: Log; readonly newId: () => string },
  options: PublisherOptions,
): Publisher {
  const { source, maxQueued = 10_000, retryForMs = 10_000 } = options;
  const attempts = retryForMs === 0 ? { retries: 0 } : {};
  const producer = createSharedProducer(parts.port, parts.log, attempts);
  const queue: Queue = { producer, log: parts.log, waiting: [], size: 0, running: undefined };
  return {
    send: (...events) => {
      if (queue.size + events.length > maxQueued) return Promise.reject(queueFull());
      const messages = events.map((event) => direct(event, source, parts.newId));
      const settled = Promise.withResolvers<undefined>();
      queue.waiting.push({ messages, expiresAt: performance.now() + retryForMs, settled });
      queue.size += messages.length;
      queue.running ??= drain(queue);
      return settled.promise.then(() => undefined);
    },
    setAside: (...records) => producer.send(records.map((record) => letterOf(record, source))),
    queued: () => queue.size,
    close: async () => {
      await queue.running;
      await producer.close();
    },
  };
}

const queueFull = () =>
  unavailable('publish_queue_full', { message: 'Too many events wait', retryAfterSeconds: 1 });

const notAcknowledged = (cause: unknown) =>
  unavailable('not_acknowledged', {
    message: 'The event was not acknowledged in time',
    retryAfterSeconds: 1,
    cause,
  });

/** The context that an event states, otherwise that of the current work. */
function contextOf({ correlationId, traceparent }: DirectEvent) {
  const context = currentContext();
  return {
    correlationId: correlationId ?? context?.correlationId ?? null,
    traceparent: traceparent ?? context?.span?.traceparent ?? null,
  };
}

function direct(event: DirectEvent, source: string, newId: () => string): OutgoingMessage {
  const { id, occurredAt, topic, key, type, data, payload } = event;
  const envelope = {
    _id: id ?? newId(),
    topic,
    key,
    type,
    payload: payload ?? JSON.stringify(data),
    ...contextOf(event),
    occurredAt: occurredAt ?? new Date(),
  };
  return toMessage(envelope, source);
}

function letterOf({ eventType, id, bytes, error }: UnreadableRecord, group: string) {
  const { topic, type } = eventType;
  const message = direct(
    { topic, key: id, type, data: undefined, id, payload: '' },
    group,
    () => id,
  );
  // It was never on the topic.
  const place = { partition: -1, offset: '-1' };
  const failed = { ...message, value: bytes, ...place };
  return deadLetter({ message: failed, group, error, attempts: 1, at: new Date() });
}

async function drain(queue: Queue): Promise<void> {
  // Calls of the same turn of the event loop go out together.
  await Promise.resolve();
  while (queue.waiting.length > 0) await sendBatch(queue, takeBatch(queue));
  queue.running = undefined;
}

function takeBatch(queue: Queue): Entry[] {
  let messages = 0;
  let entries = 0;
  for (const entry of queue.waiting) {
    messages += entry.messages.length;
    if (entries > 0 && messages > PER_SEND) break;
    entries += 1;
  }
  return queue.waiting.splice(0, entries);
}

async function sendBatch(queue: Queue, batch: readonly Entry[]): Promise<void> {
  const wait = (attempt: number): number => backOffMs(attempt, { firstMs: 100, maxMs: 1_000 });
  let open = [...batch];
  for (let attempt = 1; open.length > 0; attempt += 1) {
    try {
      await queue.producer.send(open.flatMap((entry) => entry.messages));
      for (const entry of open) settle(queue, entry);
      return;
    } catch (error) {
      if (attempt === 1)
        queue.log.warn({ err: error }, 'Kafka did not acknowledge messages; retrying');
      open = dropExpired(queue, open, error);
      if (open.length > 0) await sleep(wait(attempt));
      // Messages that arrived in between may have expired too.
      queue.waiting = dropExpired(queue, queue.waiting, error);
    }
  }
}

function settle(queue: Queue, entry: Entry, error?: unknown): void {
  queue.size -= entry.messages.length;
  if (error === undefined) entry.settled.resolve(undefined);
  else entry.settled.reject(notAcknowledged(error));
}

function dropExpired(queue: Queue, entries: readonly Entry[], error: unknown): Entry[] {
  const now = performance.now();
  const { alive = [], expired = [] } = Object.groupBy(entries, (entry) =>
    entry.expiresAt > now ? 'alive' : 'expired',
  );
  for (const entry of expired) settle(queue, entry, error);
  return alive;
}
