import { type Platform } from '@tributary/service';

type Redis = Platform['redis'];

/** Tells every instance that users have something new, so that open streams look at once. */
export interface Arrivals {
  /** Quietly does nothing while Redis is away: streams look by themselves, too, only later. */
  announce(userIds: readonly string[]): void;
  /** Calls `wake` when something came for the user, until the returned function is called. */
  watch(userId: string, wake: () => void): () => void;
  /** How many watch for a user in this process. */
  watching(userId: string): number;
  close(): void;
}

/** One channel for all: a stream's own would be subscribed to and left with each page that is opened. */
export function openArrivals(redis: Redis, namespace: string): Arrivals {
  const channel = `${namespace}notification-arrivals`;
  const watchers = new Map<string, Set<() => void>>();
  const wakeAll = (userIds: readonly string[]): void => {
    for (const userId of userIds) {
      for (const wake of watchers.get(userId) ?? []) wake();
    }
  };

  const subscriber = redis.duplicate();
  // What goes wrong here shows on the main connection, which says so.
  subscriber.on('error', () => undefined);
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).catch(() => undefined);
  });
  subscriber.on('message', (_channel: string, text: string) => {
    wakeAll(text.split(','));
  });
  subscriber.connect().catch(() => undefined);

  return {
    announce: (userIds) => {
      if (userIds.length === 0) return;
      wakeAll(userIds);
      redis.publish(channel, userIds.join(',')).catch(() => undefined);
    },
    watch: (userId, wake) => {
      const own = watchers.get(userId) ?? new Set();
      watchers.set(userId, own.add(wake));
      return () => {
        own.delete(wake);
        if (own.size === 0 && watchers.get(userId) === own) watchers.delete(userId);
      };
    },
    watching: (userId) => watchers.get(userId)?.size ?? 0,
    close: () => {
      subscriber.disconnect();
    },
  };
}
