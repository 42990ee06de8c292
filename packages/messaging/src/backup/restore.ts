import { openRefill, readCollections, readDocuments } from '@tributary/mongo/backup';
import { topicSpecs } from '../bus.ts';
import { header } from '../envelope.ts';
import type { KafkaPort, OutgoingMessage } from '../port.ts';
import { type BackupOptions, savedTopics } from './back-up.ts';
import { type Manifest, readEvents, readManifest } from './files.ts';

const EVENTS_PER_SEND = 500;

/** @throws Error where a topic has events */
async function requireNoEvents(port: KafkaPort): Promise<void> {
  const found: string[] = [];
  const take = ({ topic }: OutgoingMessage): Promise<'stop'> => {
    found.push(topic);
    return Promise.resolve('stop');
  };
  await port.readToEnd({ topics: savedTopics, take });
  if (found.length === 0) return;
  throw new Error(
    `A restore needs an empty installation, and there are events on ${found.join(', ')}: delete the topics and the consumer groups, or name another NAMESPACE`,
  );
}

/**
 * Publishes the events of a backup. Consumers begin with the oldest, and repeat no effect that the
 * state has: their inboxes name the events that they handled.
 */
export async function publishSaved(
  { port, directory, partitions }: Pick<BackupOptions, 'port' | 'directory' | 'partitions'>,
  { laterEvents, topics }: Manifest,
): Promise<number> {
  const later = new Set(laterEvents);
  const names = new Set(topics.map((topic) => topic.replace(/\.dead$/, '')));
  await port.createTopics(topicSpecs([...names], partitions));
  const producer = await port.openProducer({ idempotent: false });
  let count = 0;
  let batch: OutgoingMessage[] = [];
  const send = async (): Promise<void> => {
    if (batch.length > 0) await producer.send(batch);
    count += batch.length;
    batch = [];
  };
  try {
    for await (const event of readEvents(directory)) {
      if (later.has(event.headers[header.id] ?? '')) continue;
      batch.push(event);
      if (batch.length === EVENTS_PER_SEND) await send();
    }
    await send();
  } finally {
    await producer.close();
  }
  return count;
}

/**
 * Fills an empty installation, whose services do not run, from a backup. The namespace may be another one.
 * @throws Error where the folder has no complete and unchanged backup, or the installation has databases or events
 */
export async function restore(options: BackupOptions): Promise<Manifest> {
  const { port, mongoUrl, namespace, directory } = options;
  const manifest = await readManifest(directory);
  const collections = await readCollections(directory);
  await requireNoEvents(port);
  const ageMs = Math.max(0, Date.now() - Date.parse(manifest.at));
  const refill = await openRefill(mongoUrl, namespace, ageMs);
  try {
    let documents = 0;
    for (const collection of collections) {
      documents += await refill.fill(collection, readDocuments(directory, collection));
    }
    if (documents !== manifest.documents) {
      throw new Error(`${String(documents)} of ${String(manifest.documents)} documents restored`);
    }
  } finally {
    await refill.close();
  }
  await publishSaved(options, manifest);
  return manifest;
}
