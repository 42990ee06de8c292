import { type Redis } from 'ioredis';
import { type WakeSignal } from '@tributary/work';

/**
 * Notifies the process that publishes the outbox of commits in other processes of its service. Only a hint:
 * without Redis it finds them at its next poll.
 */
export interface OutboxChannel {
  /** Never rejects. */
  announce(): Promise<void>;
  /** Calls `listener` at each announcement until `close`. */
  listen(listener: () => void): void;
  close(): void;
}

/** One Redis channel for each service. */
export function openOutboxChannel(
  redis: Redis,
  { namespace, service }: { readonly namespace: string; readonly service: string },
): OutboxChannel {
  const channel = `${namespace}outbox-${service}`;
  let subscriber: Redis | undefined;
  return {
    announce: () =>
      redis.publish(channel, '').then(
        () => undefined,
        () => undefined,
      ),
    listen: (listener) => {
      subscriber = redis.duplicate();
      // The main connection logs the errors of Redis.
      subscriber.on('error', () => undefined);
      subscriber.on('ready', () => void subscriber?.subscribe(channel).catch(() => undefined));
      subscriber.on('message', listener);
      subscriber.connect().catch(() => undefined);
    },
    close: () => {
      subscriber?.disconnect();
    },
  };
}

/** Without notifications the loop has nothing to do. */
const WAIT_MS = 60_000;

/**
 * Announces the commits of a process that has no relay. Commits during an announcement share the next one.
 * @returns the function that stops it
 */
export function announceCommits(commits: WakeSignal, channel: OutboxChannel): () => void {
  let stopped = false;
  const isStopped = (): boolean => stopped;
  const loop = async (): Promise<void> => {
    while (!isStopped()) {
      if (await commits.wait(WAIT_MS)) await channel.announce();
    }
  };
  void loop();
  return () => {
    stopped = true;
    commits.notify();
  };
}
