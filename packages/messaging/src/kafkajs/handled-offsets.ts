import type kafkajs from 'kafkajs';

/** Offsets by place. */
export type Offsets = ReadonlyMap<string, bigint>;

/** A partition of a topic, as one text. */
export const placeOf = (topic: string, partition: number): string =>
  `${topic}/${String(partition)}`;

/** The offset after what a group has handled, by place; -1 where it has handled nothing. */
export async function handledOffsets(
  admin: kafkajs.Admin,
  groupId: string,
  topics: readonly string[],
): Promise<Offsets> {
  const progress = await admin.fetchOffsets({ groupId, topics: [...topics] });
  return new Map(
    progress.flatMap(({ topic, partitions }) =>
      partitions.map(
        ({ partition, offset }) => [placeOf(topic, partition), BigInt(offset)] as const,
      ),
    ),
  );
}
