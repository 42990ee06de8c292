import { PARTITIONS_PER_VERSION } from '../port.ts';

/** A version of a topic: a log of its own, with its own number of partitions. */
interface TopicVersion {
  readonly topic: string;
  /** From 1. */
  readonly version: number;
}

const SUFFIX = /\.v(\d+)$/;

/** The name at the broker, without the prefix: `topic` for the first version, then `topic.v2`. */
export const nameOfVersion = ({ topic, version }: TopicVersion): string =>
  version === 1 ? topic : `${topic}.v${String(version)}`;

/** @param name without the prefix */
export const versionOfName = (name: string): TopicVersion => ({
  topic: name.replace(SUFFIX, ''),
  version: Number(SUFFIX.exec(name)?.[1] ?? 1),
});

/** The number of a broker's partition in the terms of the port. */
export const portPartition = (version: number, partition: number): number =>
  (version - 1) * PARTITIONS_PER_VERSION + partition;

/** The broker's name, without the prefix, and number of a partition in the terms of the port. */
export const brokerPartition = (topic: string, partition: number) => ({
  name: nameOfVersion({ topic, version: 1 + Math.floor(partition / PARTITIONS_PER_VERSION) }),
  partition: partition % PARTITIONS_PER_VERSION,
});

/**
 * Which of the existing topics are versions of each of these, the oldest first; a topic that does not exist has none.
 * @param existing the broker's names
 */
export function versionsAmong(
  existing: Iterable<string>,
  prefix: string,
  topics: readonly string[],
): Map<string, number[]> {
  const found = new Map(topics.map((topic) => [topic, [] as number[]]));
  for (const name of existing) {
    if (!name.startsWith(prefix)) continue;
    const { topic, version } = versionOfName(name.slice(prefix.length));
    found.get(topic)?.push(version);
  }
  for (const versions of found.values()) versions.sort((a, b) => a - b);
  return found;
}

/** The broker's names of all versions of these topics, the oldest of each first. */
export const namesAmong = (
  existing: Iterable<string>,
  prefix: string,
  topics: readonly string[],
): string[] =>
  [...versionsAmong(existing, prefix, topics)].flatMap(([topic, versions]) =>
    versions.map((version) => prefix + nameOfVersion({ topic, version })),
  );
