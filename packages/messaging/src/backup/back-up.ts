import { mkdir, readdir } from 'node:fs/promises';
import { type TopicPartitions, topics as catalog } from '@tributary/contracts';
import { digestsOf, openSnapshot, writeCollection } from '@tributary/mongo/backup';
import { deadTopicOf } from '../envelope.ts';
import type { KafkaPort, Position } from '../port.ts';
import { type Manifest, openEventFile, writeManifest } from './files.ts';

export interface BackupOptions {
  readonly port: KafkaPort;
  readonly mongoUrl: string;
  readonly namespace: string;
  /** A new or empty folder. */
  readonly directory: string;
  /** Of topics that a restore creates. */
  readonly partitions?: TopicPartitions | undefined;
}

const topicNames = catalog.map(({ name }) => name);

/** Topics with what a consumer may not have handled, and dead letters with all that they have. */
export const savedTopics = [...topicNames, ...topicNames.map(deadTopicOf)];

async function requireEmpty(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new Error(`${directory} is not empty`);
}

/** Saves the events that some consumer may not have handled before the snapshot. */
async function saveEvents(
  { port, directory }: BackupOptions,
  from: readonly Position[],
): Promise<Pick<Manifest, 'events' | 'topics'>> {
  const file = await openEventFile(directory);
  const topics = new Set<string>();
  let events = 0;
  await port.readToEnd({
    topics: savedTopics,
    from,
    take: async (message) => {
      await file.add(message);
      topics.add(message.topic);
      events += 1;
      return 'more';
    },
  });
  await file.close();
  return { events, topics: [...topics] };
}

/**
 * Saves the state of all databases at one moment, while the system runs, with the events that are published and not yet
 * handled by every consumer. Outboxes, inboxes and the marks of payment providers are part of the databases.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { port, mongoUrl, namespace, directory } = options;
  await requireEmpty(directory);
  // Before the state: what a group has handled by now is in it.
  const handled = await port.handledByAll(topicNames);
  const snapshot = await openSnapshot(mongoUrl, namespace);
  try {
    const saved = await saveEvents(options, handled);
    // Read after the topics, so that none of what they have is missing.
    const laterEvents = [...(await snapshot.laterEvents())];
    let documents = 0;
    for (const collection of snapshot.collections) {
      const stored = snapshot.documents(collection);
      documents += await writeCollection(directory, collection, stored);
    }
    const at = new Date(snapshot.clusterTime.t * 1_000).toISOString();
    const files = await digestsOf(directory);
    const manifest: Manifest = { version: 1, at, documents, ...saved, laterEvents, files };
    await writeManifest(directory, manifest);
    return manifest;
  } finally {
    await snapshot.close();
  }
}
