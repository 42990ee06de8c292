import type { Mongo, OutboxRow } from '@tributary/mongo';
import { sizeOf, toMessage } from '../envelope.ts';
import type { MessagingMetrics } from '../metrics.ts';
import type { OutgoingMessage } from '../port.ts';
import { buryRow, deleteRows, findBlockedKeys, holdRows, keyOf } from './outbox-rows.ts';
import type { Sender } from './sender.ts';

/** Well below Kafka's 1 MiB for the messages that one partition gets in one request. */
const BATCH_BYTES = 524_288;
/** What one message may have, framing left out; the broker's default limit is 1,048,588. */
const MESSAGE_BYTES = 1_000_000;

export interface Publishing {
  readonly mongo: Mongo;
  readonly sender: Sender;
  readonly metrics: MessagingMetrics;
  /** Names the service in `ce_source`. */
  readonly source: string;
  /** Keys that wait behind a refused row; kept up to date here. */
  blocked: Set<string>;
}

interface Ready {
  readonly row: OutboxRow;
  readonly message: OutgoingMessage;
}

/** Publishes what can go, in order, and sets aside what cannot; the rest stays in the outbox. */
export async function publishRows(
  publishing: Publishing,
  rows: readonly OutboxRow[],
): Promise<void> {
  const batch = await prepare(publishing, rows);
  if (batch.length === 0) return;
  const result = await publishing.sender.send(batch.map(({ message }) => message));
  if (result === 'acknowledged') await acknowledge(publishing, batch);
  else if (result !== 'abandoned') await publishSingly(publishing, batch);
}

/** Builds messages up to the byte limit; rows of blocked keys and rows too large do not get in. */
async function prepare(publishing: Publishing, rows: readonly OutboxRow[]): Promise<Ready[]> {
  const ready: Ready[] = [];
  let bytes = 0;
  for (const row of await withoutBlocked(publishing, rows)) {
    const message = toMessage(row, publishing.source);
    const size = sizeOf(message);
    if (size > MESSAGE_BYTES) {
      await refuse(publishing, row, `too large: ${String(size)} bytes`);
    } else if (publishing.blocked.has(keyOf(row))) {
      await holdRows(publishing.mongo, [row]);
    } else {
      bytes += size;
      if (bytes > BATCH_BYTES && ready.length > 0) break;
      ready.push({ row, message });
    }
  }
  return ready;
}

async function withoutBlocked(publishing: Publishing, rows: readonly OutboxRow[]) {
  const isBlocked = (row: OutboxRow) => publishing.blocked.has(keyOf(row));
  if (!rows.some(isBlocked)) return rows;
  // Somebody may have resolved it meanwhile; holding a row needs to know.
  publishing.blocked = await findBlockedKeys(publishing.mongo);
  await holdRows(publishing.mongo, rows.filter(isBlocked));
  return rows.filter((row) => !isBlocked(row));
}

/** The broker refused something in a batch without saying which: find it by sending one by one. */
async function publishSingly(publishing: Publishing, batch: readonly Ready[]): Promise<void> {
  const refusedTopics = new Set<string>();
  for (const { row, message } of batch) {
    if (publishing.blocked.has(keyOf(row))) {
      await holdRows(publishing.mongo, [row]);
    } else if (refusedTopics.has(row.topic)) {
      await refuse(publishing, row, 'topic refused');
    } else {
      const result = await publishing.sender.send([message]);
      if (result === 'abandoned') return;
      if (result === 'topic') refusedTopics.add(row.topic);
      if (result === 'acknowledged') await acknowledge(publishing, [{ row, message }]);
      else await refuse(publishing, row, `${result} refused`);
    }
  }
}

async function refuse(publishing: Publishing, row: OutboxRow, reason: string): Promise<void> {
  const { mongo, blocked } = publishing;
  await buryRow(mongo, row, reason);
  blocked.add(keyOf(row));
  mongo.log.error(
    { eventId: row._id, type: row.type, topic: row.topic, key: row.key, reason },
    'Kafka refuses this event for good; it is in outbox_dead and its key waits for a decision',
  );
}

async function acknowledge(publishing: Publishing, sent: readonly Ready[]): Promise<void> {
  const { mongo, metrics } = publishing;
  const now = mongo.clock.now().getTime();
  for (const { row } of sent) {
    metrics.publishSeconds.observe(Math.max(0, now - row.occurredAt.getTime()) / 1_000);
  }
  metrics.published.inc(sent.length);
  await deleteRows(
    mongo,
    sent.map(({ row }) => row),
  );
}
