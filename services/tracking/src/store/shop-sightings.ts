import { type RedisCommand, sendTogether } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { withTimeout } from '@tributary/work';
import { type Redis } from 'ioredis';
import { type BrowserFamily, browserFamilies } from '../domain/tracking-health.ts';

const KEPT_SECONDS = 40 * DAY_SECONDS;
/** The longest that a call waits for Redis, ms. */
const MAX_WAIT_MS = 2_000;

/** What shops show of their visitors and orders, by day; each click and order counts once. Redis may lose it. */
export interface ShopSightings {
  /** The script of a shop's pages has a click. Never rejects. */
  addArrival(brandId: string, day: string, clickId: string): Promise<void>;
  /** A connected shop has an order without a click. Never rejects. */
  addAnonymousOrder(
    brandId: string,
    day: string,
    order: { readonly orderId: string; readonly browser: BrowserFamily },
  ): Promise<void>;
  /** In the order of the days; zeros while Redis is unavailable. */
  count(
    brandId: string,
    days: readonly string[],
  ): Promise<readonly { readonly arrivals: number; readonly anonymous: readonly number[] }[]>;
}

/** @param namespace prefix of the keys */
export function openShopSightings(redis: Redis, namespace: string): ShopSightings {
  const arrivals = (brandId: string, day: string) => `${namespace}arrivals:${brandId}:${day}`;
  const anonymous = (brandId: string, day: string, browser: BrowserFamily) =>
    `${namespace}anonymous-orders:${brandId}:${day}:${browser}`;
  const add = async (key: string, member: string): Promise<void> => {
    const added = redis.multi().pfadd(key, member).expire(key, KEPT_SECONDS).exec();
    await withTimeout(
      MAX_WAIT_MS,
      added.catch(() => null),
      () => null,
    );
  };
  return {
    addArrival: (brandId, day, clickId) => add(arrivals(brandId, day), clickId),
    addAnonymousOrder: (brandId, day, { orderId, browser }) =>
      add(anonymous(brandId, day, browser), orderId),
    count: async (brandId, days) => {
      const keys = days.flatMap((day) => [
        arrivals(brandId, day),
        ...browserFamilies.map((browser) => anonymous(brandId, day, browser)),
      ]);
      const commands = keys.map((key): RedisCommand => ['pfcount', key]);
      const counted = await withTimeout(
        MAX_WAIT_MS,
        sendTogether(redis, commands).catch(() => []),
        () => [],
      );
      const counts = keys.map((_, index) => Number(counted[index] ?? 0));
      const width = 1 + browserFamilies.length;
      return days.map((_, index) => {
        const [first = 0, ...rest] = counts.slice(index * width, (index + 1) * width);
        return { arrivals: first, anonymous: rest };
      });
    },
  };
}
