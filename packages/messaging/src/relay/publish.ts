import type { Mongo } from '@tributary/mongo';
import { isKeptTraceparent, traced } from '@tributary/tracing';
import { sizeOf, toMessage } from '../envelope.ts';
import type { MessagingMetrics } from '../metrics.ts';
import type { OutgoingMessage } from '../port.ts';
import {
  deletePublished,
  findBlockedKeys,
  holdEvents,
  keyOf,
  moveToDeadOutbox,
  type PendingEvent,
} from './outbox-documents.ts';
import type { Sender, SendResult } from './sender.ts';

/**
 * Well below Kafka’s 1 MiB for the messages of one partition in one request; a key has one
 * partition.
 */
const KEY_BYTES = 524_288;
/**
 * For all partitions together. A batch that exceeds the limit of one partition is refused and sent
 * message by message.
 */
const BATCH_BYTES = 2_097_152;
/** The most bytes of a message without framing; the broker’s default limit is 1,048,588. */
const MESSAGE_BYTES = 1_000_000;

export interface Publishing {
  readonly mongo: Mongo;
  readonly sender: Sender;
  readonly metrics: MessagingMetrics;
  /** Names the service in `ce_source`. */
  readonly source: string;
  /** Keys that wait behind a refused event; updated here. */
  blocked: Set<string>;
}

interface Ready {
  readonly pending: PendingEvent;
  readonly message: OutgoingMessage;
}

/**
 * Publishes the events that can be published, in order and in as many batches as needed, and sets
 * the others aside. @returns false where the rest stays in the outbox, as after a lost lease
 */
export async function publishEvents(
  publishing: Publishing,
  events: readonly PendingEvent[],
): Promise<boolean> {
  for (let rest = events; rest.length > 0;) {
    const { batch, left } = await prepare(publishing, rest);
    rest = left;
    if (batch.length === 0) continue;
    const result = await send(publishing, batch);
    if (result === 'acknowledged') await acknowledge(publishing, batch);
    else if (isStopped(result) || !(await publishSingly(publishing, batch))) return false;
  }
  return true;
}

const isStopped = (result: SendResult): boolean => result === 'abandoned' || result === 'held';

/** Sends a batch. Where traces of its events are kept, it has a trace of its own that links to them. */
function send({ sender, source }: Publishing, batch: readonly Ready[]): Promise<SendResult> {
  const work = () => sender.send(batch.map(({ message }) => message));
  const links = batch.flatMap(({ pending: { event } }) =>
    isKeptTraceparent(event.traceparent) ? [event.traceparent] : [],
  );
  if (links.length === 0) return work();
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.batch.message_count': batch.length,
    'tributary.source': source,
  };
  return traced({ name: 'publish outbox', kind: 'producer', attributes, links, keep: true }, work);
}

/**
 * Builds messages up to the byte limits, without events of blocked keys and events that are too
 * large.
 */
async function prepare(publishing: Publishing, events: readonly PendingEvent[]) {
  const batch: Ready[] = [];
  const room = createRoom();
  const open = await withoutBlocked(publishing, events);
  for (const [index, pending] of open.entries()) {
    const key = keyOf(pending.event);
    const message = toMessage(pending.event, publishing.source);
    const size = sizeOf(message);
    if (size > MESSAGE_BYTES) {
      await refuse(publishing, pending, `too large: ${String(size)} bytes`);
    } else if (publishing.blocked.has(key)) {
      await holdEvents(publishing.mongo, [pending]);
    } else if (room.take(key, size)) {
      batch.push({ pending, message });
    } else {
      return { batch, left: open.slice(index) };
    }
  }
  return { batch, left: [] };
}

/** The room left in one batch; the first message always fits. */
function createRoom() {
  let bytes = 0;
  const bytesOfKey = new Map<string, number>();
  return {
    take: (key: string, size: number): boolean => {
      const ofKey = (bytesOfKey.get(key) ?? 0) + size;
      if (bytes > 0 && (bytes + size > BATCH_BYTES || ofKey > KEY_BYTES)) return false;
      bytes += size;
      bytesOfKey.set(key, ofKey);
      return true;
    },
  };
}

async function withoutBlocked(publishing: Publishing, events: readonly PendingEvent[]) {
  const isBlocked = ({ event }: PendingEvent) => publishing.blocked.has(keyOf(event));
  if (!events.some(isBlocked)) return events;
  // An operator may have resolved the refused event; holding events depends on it.
  publishing.blocked = await findBlockedKeys(publishing.mongo);
  await holdEvents(publishing.mongo, events.filter(isBlocked));
  return events.filter((one) => !isBlocked(one));
}

/**
 * The broker refused a message of a batch without naming it: sending one by one finds it. False
 * where the sends were given up.
 */
async function publishSingly(publishing: Publishing, batch: readonly Ready[]): Promise<boolean> {
  const refusedTopics = new Set<string>();
  for (const { pending, message } of batch) {
    const { event } = pending;
    if (publishing.blocked.has(keyOf(event))) {
      await holdEvents(publishing.mongo, [pending]);
    } else if (refusedTopics.has(event.topic)) {
      await refuse(publishing, pending, 'topic refused');
    } else {
      const result = await publishing.sender.send([message]);
      if (isStopped(result)) return false;
      if (result === 'topic') refusedTopics.add(event.topic);
      if (result === 'acknowledged') await acknowledge(publishing, [{ pending, message }]);
      else await refuse(publishing, pending, `${result} refused`);
    }
  }
  return true;
}

async function refuse(
  publishing: Publishing,
  pending: PendingEvent,
  reason: string,
): Promise<void> {
  const { mongo, blocked } = publishing;
  const { _id: eventId, type, topic, key } = pending.event;
  await moveToDeadOutbox(mongo, pending, reason);
  blocked.add(keyOf(pending.event));
  mongo.log.error(
    { eventId, type, topic, key, reason },
    'Kafka refuses this event permanently; it is in outbox_dead and its key waits for an operator',
  );
}

async function acknowledge(publishing: Publishing, sent: readonly Ready[]): Promise<void> {
  const { mongo, metrics } = publishing;
  const now = mongo.clock.now().getTime();
  const published = sent.map(({ pending }) => pending);
  for (const { event } of published) {
    metrics.publishSeconds.observe(Math.max(0, now - event.occurredAt.getTime()) / 1_000);
  }
  metrics.published.inc(sent.length);
  await deletePublished(mongo, published);
}
