/**
 * From when on an order may be assessed, by which those that were acknowledged before it should have come.
 * What it took to come counts as waiting, up to half of it. One that took longer than the whole shows that
 * events are behind, by which partitions may lie apart: it waits in full, as does one from a clock that is ahead.
 * @param createdAt when the order was acknowledged
 * @param now when it came here
 * @param settleMs by how much orders may overtake each other
 */
export function dueAt(createdAt: Date, now: Date, settleMs: number): Date {
  const tookMs = now.getTime() - createdAt.getTime();
  const waitedMs = tookMs >= 0 && tookMs <= settleMs ? Math.min(tookMs, settleMs / 2) : 0;
  return new Date(now.getTime() + settleMs - waitedMs);
}
