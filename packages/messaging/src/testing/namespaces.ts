import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import kafkajs from 'kafkajs';
import { patchRequestQueue } from '../kafkajs/patch-request-queue.ts';

/** Names the file in which a test run notes its namespaces, so that their topics are deleted at its end. */
export const NAMESPACES_FILE = 'TEST_NAMESPACES_FILE';

/** A namespace of its own for a test, by which tests share engines: `<letter>1f3a90b7-`. */
export function newNamespace(letter: 'e' | 'm' | 't', env: Readonly<NodeJS.ProcessEnv>): string {
  const namespace = `${letter}${randomBytes(4).toString('hex')}-`;
  const file = env[NAMESPACES_FILE];
  if (file !== undefined) appendFileSync(file, `${namespace}\n`);
  return namespace;
}

/** Topics in one request to the broker. */
const BATCH_SIZE = 100;
const TIMEOUT_MS = 30_000;

async function withAdmin<Result>(
  brokers: readonly string[],
  work: (admin: kafkajs.Admin) => Promise<Result>,
): Promise<Result> {
  patchRequestQueue();
  const { Kafka, logLevel } = kafkajs;
  const kafka = new Kafka({ clientId: 'tests', brokers: [...brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

const isIn =
  (namespaces: readonly string[]) =>
  (name: string): boolean =>
    namespaces.some((namespace) => name.startsWith(namespace));

const topicsIn = async (admin: kafkajs.Admin, namespaces: readonly string[]): Promise<string[]> =>
  (await admin.listTopics()).filter(isIn(namespaces));

async function groupsIn(admin: kafkajs.Admin, namespaces: readonly string[]): Promise<string[]> {
  const { groups } = await admin.listGroups();
  return groups.map(({ groupId }) => groupId).filter(isIn(namespaces));
}

/** The topics of namespaces, by their names at the broker. */
export const listTopicsOf = (
  brokers: readonly string[],
  namespaces: readonly string[],
): Promise<string[]> => withAdmin(brokers, (admin) => topicsIn(admin, namespaces));

/**
 * Deletes the topics and the consumer groups of namespaces; a group that still has members stays. Returns
 * the number of topics.
 */
export const deleteNamespaces = (
  brokers: readonly string[],
  namespaces: readonly string[],
): Promise<number> =>
  withAdmin(brokers, async (admin) => {
    const topics = await topicsIn(admin, namespaces);
    for (let start = 0; start < topics.length; start += BATCH_SIZE) {
      const batch = topics.slice(start, start + BATCH_SIZE);
      await admin.deleteTopics({ topics: batch, timeout: TIMEOUT_MS });
    }
    await admin.deleteGroups(await groupsIn(admin, namespaces)).catch(() => undefined);
    return topics.length;
  });

/**
 * Deletes the records of a namespace's topics and its consumer groups, and keeps the topics.
 * @throws where a consumer of it still runs
 */
export const emptyTopics = (brokers: readonly string[], namespace: string): Promise<void> =>
  withAdmin(brokers, async (admin) => {
    await admin.deleteGroups(await groupsIn(admin, [namespace]));
    const topics = await topicsIn(admin, [namespace]);
    await Promise.all(topics.map((topic) => deleteRecords(admin, topic)));
  });

async function deleteRecords(admin: kafkajs.Admin, topic: string): Promise<void> {
  const offsets = await admin.fetchTopicOffsets(topic);
  const filled = offsets.filter(({ high, low }) => high !== low);
  if (filled.length === 0) return;
  const partitions = filled.map(({ partition, high }) => ({ partition, offset: high }));
  await admin.deleteTopicRecords({ topic, partitions });
}
