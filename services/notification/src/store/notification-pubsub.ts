import { type Platform } from '@tributary/service';

type Redis = Platform['redis'];

/** Notifies all instances of users' new notifications, so that open streams read them at once. */
export interface NotificationPubSub {
  /** Never fails: without Redis, streams find new notifications at their next poll. */
  publish(userIds: readonly string[]): void;
  /** Calls `listener` at each new notification of the user; returns the function that unsubscribes. */
  subscribe(userId: string, listener: () => void): () => void;
  /** The user's subscriptions in this process. */
  subscriberCount(userId: string): number;
  close(): void;
}

/** One Redis channel for all users, because a channel per user would be opened and left with each page. */
export function openNotificationPubSub(redis: Redis, namespace: string): NotificationPubSub {
  const channel = `${namespace}notification-arrivals`;
  const listeners = new Map<string, Set<() => void>>();
  const notifyAll = (userIds: readonly string[]): void => {
    for (const userId of userIds) {
      for (const listener of listeners.get(userId) ?? []) listener();
    }
  };

  const subscriber = redis.duplicate();
  // The main connection logs the errors of Redis.
  subscriber.on('error', () => undefined);
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).catch(() => undefined);
  });
  subscriber.on('message', (_channel: string, text: string) => {
    notifyAll(text.split(','));
  });
  subscriber.connect().catch(() => undefined);

  return {
    publish: (userIds) => {
      if (userIds.length === 0) return;
      notifyAll(userIds);
      redis.publish(channel, userIds.join(',')).catch(() => undefined);
    },
    subscribe: (userId, listener) => {
      const ofUser = listeners.get(userId) ?? new Set();
      listeners.set(userId, ofUser.add(listener));
      return () => {
        ofUser.delete(listener);
        if (ofUser.size === 0 && listeners.get(userId) === ofUser) listeners.delete(userId);
      };
    },
    subscriberCount: (userId) => listeners.get(userId)?.size ?? 0,
    close: () => {
      subscriber.disconnect();
    },
  };
}
