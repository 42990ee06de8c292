import type { EventEmitter } from 'node:events';

/** How often the server reports at least, ms. */
export const HEARTBEAT_MS = 500;
/** A primary without a heartbeat for this time does not answer: three are missing. */
const SILENT_MS = 3 * HEARTBEAT_MS;
const TICK_MS = 100;
/** The most that counts between two ticks: a process that was busy for longer read no heartbeat meanwhile. */
const COUNTED_MS = 2 * TICK_MS;

interface Heartbeat {
  readonly reply: Readonly<Record<string, unknown>>;
}

/** Whether the primary has reported lately, by the time in which this process could notice. */
export function watchPrimary(client: Pick<EventEmitter, 'on'>): {
  readonly isAnswering: () => boolean;
  readonly close: () => void;
} {
  let silentMs = 0;
  client.on('serverHeartbeatSucceeded', ({ reply }: Heartbeat) => {
    if (reply['isWritablePrimary'] === true) silentMs = 0;
  });
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    silentMs += Math.min(now - last, COUNTED_MS);
    last = now;
  }, TICK_MS).unref();
  return {
    isAnswering: () => silentMs < SILENT_MS,
    close: () => {
      clearInterval(timer);
    },
  };
}
