/**
 * When an order is assessed: once the orders acknowledged before it should have arrived. Its own delivery time
 * counts as waiting, up to half of `settleMs`. A longer delivery time, or a clock ahead of this one, shows that
 * partitions may lag behind each other: then the order waits in full.
 * @param createdAt when the order was acknowledged
 * @param now when the order arrived
 * @param settleMs how far orders may overtake each other
 */
export function dueAt(createdAt: Date, now: Date, settleMs: number): Date {
  const tookMs = now.getTime() - createdAt.getTime();
  const waitedMs = tookMs >= 0 && tookMs <= settleMs ? Math.min(tookMs, settleMs / 2) : 0;
  return new Date(now.getTime() + settleMs - waitedMs);
}
