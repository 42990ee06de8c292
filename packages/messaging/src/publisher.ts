import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@tributary/errors';
import type { DomainEvent } from '@tributary/contracts';
import { currentContext } from '@tributary/context';
import { createSharedProducer, type SharedProducer } from './consumer/dead-letters.ts';
import { toMessage } from './envelope.ts';
import { backOffMs } from '@tributary/work';
import type { KafkaPort, OutgoingMessage } from './port.ts';
import type { Log } from '@tributary/mongo';

export interface PublisherOptions {
  /** Names the service in the events it publishes. */
  readonly source: string;
  /** Messages that may wait; beyond it calls are refused at once. Default 10,000. */
  readonly maxQueued?: number;
  /** How long a message is tried before its call is rejected; default 10,000. */
  readonly retryForMs?: number;
}

/**
 * Publishes facts that have no place in a database transaction, because they are many: clicks.
 * A fact is durable when `send` resolves. One that was rejected may still have been written, so a
 * caller that repeats it must keep its id.
 */
export interface Publisher {
  /**
   * Resolves when every in-sync replica has the events. Throws `unavailable` when the queue is full
   * or Kafka did not acknowledge in time.
   */
  send(...events: readonly DirectEvent[]): Promise<void>;
  /** Messages not yet acknowledged. */
  queued(): number;
  /** Sends what is queued, then disconnects. */
  close(): Promise<void>;
}

/** A fact with, optionally, what is there of it already. */
export type DirectEvent = DomainEvent & {
  readonly id?: string;
  readonly occurredAt?: Date;
  /** The data as JSON. */
  readonly payload?: string;
  /** By default that of the work under way. */
  readonly correlationId?: string | undefined;
};

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
 * What gathers while one send is under way goes out with the next: batches grow with the load, and a
 * single message waits for nothing. Faster than a timer at every rate, and one send at a time keeps
 * the order of each key.
 */
export function createPublisher(
  parts: { readonly port: KafkaPort; readonly log: Log; readonly newId: () => string },
  options: PublisherOptions,
): Publisher {
  const { source, maxQueued = 10_000, retryForMs = 10_000 } = options;
  const producer = createSharedProducer(parts.port, parts.log);
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

function direct(event: DirectEvent, source: string, newId: () => string): OutgoingMessage {
  const { id, occurredAt, topic, key, type, data, payload, correlationId } = event;
  const envelope = {
    _id: id ?? newId(),
    topic,
    key,
    type,
    payload: payload ?? JSON.stringify(data),
    correlationId: correlationId ?? currentContext()?.correlationId ?? null,
    traceparent: null,
    occurredAt: occurredAt ?? new Date(),
  };
  return toMessage(envelope, source);
}

async function drain(queue: Queue): Promise<void> {
  // Calls of this same turn of the event loop go out together.
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
      if (attempt === 1) queue.log.warn({ err: error }, 'Kafka acknowledges nothing, repeating');
      open = dropExpired(queue, open, error);
      if (open.length > 0) await sleep(wait(attempt));
      // Those that came meanwhile may have run out of time too.
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
