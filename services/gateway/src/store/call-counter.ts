import { type openRedis } from '@tributary/service/edge';
import { DAY_SECONDS } from '@tributary/units';

type Redis = Awaited<ReturnType<typeof openRedis>>;

/** Longer than any month. */
const RETENTION_SECONDS = 40 * DAY_SECONDS;

/** Counts of API calls that all instances share. */
export interface CallCounter {
  /** Adds to the count of a key, and returns the new count. */
  add(key: string, calls: number): Promise<number>;
}

export const callCounter = (redis: Redis, namespace: string): CallCounter => ({
  add: async (key, calls) => {
    const redisKey = `${namespace}quota:${key}`;
    const count = await redis.incrby(redisKey, calls);
    if (count === calls) await redis.expire(redisKey, RETENTION_SECONDS);
    return count;
  },
});
