import { setTimeout as sleep } from 'node:timers/promises';

/** Sleeps, or returns early when the signal is given. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

const HEARTBEAT_EVERY_MS = 1_000;

/**
 * Runs `work` while heartbeats are sent, because kafkajs sends none during a handler: a member that
 * is silent for a session time-out is evicted and its batch delivered again. When a heartbeat
 * fails, `lost` fires, `work` is awaited, and then that error is thrown: the batch must end.
 */
export async function withHeartbeats<T>(
  heartbeat: () => Promise<void>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    heartbeat().catch((error: unknown) => {
      lost.abort(error);
    });
  }, HEARTBEAT_EVERY_MS);
  const [outcome] = await Promise.allSettled([work(lost.signal)]);
  clearInterval(timer);
  if (lost.signal.aborted) throw lost.signal.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
