import { type Redis } from 'ioredis';

/** One command with its arguments. */
export type RedisCommand = readonly [name: string, ...rest: (string | number)[]];

/** The part of a key by which a Redis Cluster chooses its slot. On a single server keys are as they always were. */
export const slotTag = (redis: Pick<Redis, 'isCluster'>, text: string): string =>
  redis.isCluster ? `{${text}}` : text;

/**
 * Runs a script for many items: at once on a single server, and once for each part on a cluster, where a script may touch
 * keys of one slot alone.
 * @param parts.partOf the text by which the item's keys are in one slot
 * @param parts.run answers in the order of its items
 * @returns the answers in the order of all items
 */
export async function runBySlot<Item, Answer>(
  redis: Pick<Redis, 'isCluster'>,
  items: readonly Item[],
  parts: {
    readonly partOf: (item: Item) => string;
    readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  },
): Promise<readonly Answer[]> {
  if (!redis.isCluster) return parts.run(items);
  const places = items.map((item, place) => ({ item, place }));
  const groups = Map.groupBy(places, ({ item }) => parts.partOf(item));
  const answers = new Array<Answer>(items.length);
  const runs = [...groups.values()].map(async (group) => {
    const some = await parts.run(group.map(({ item }) => item));
    for (const [index, answer] of some.entries()) answers[group[index]?.place ?? 0] = answer;
  });
  await Promise.all(runs);
  return answers;
}

/**
 * Sends commands together: in one pipeline to a single server, and each to its node of a cluster, those of one key in their
 * order. @returns their answers @throws the first error of one
 */
export async function sendTogether(
  redis: Redis,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  if (redis.isCluster)
    return Promise.all(commands.map(([name, ...rest]) => redis.call(name, ...rest)));
  const answers = (await redis.pipeline(commands.map((command) => [...command])).exec()) ?? [];
  for (const [error] of answers) if (error !== null) throw error;
  return answers.map(([, answer]) => answer);
}
