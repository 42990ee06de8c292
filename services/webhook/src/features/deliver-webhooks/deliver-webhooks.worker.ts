import { setTimeout as pause } from 'node:timers/promises';
import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { claimedQueues } from './claimed-queues.ts';
import { type QueueDrain } from './drain-queue.ts';

/** Polling finds due retries and what other instances add; a signal wakes the worker sooner. */
const POLL_MS = 250;
/** At a stop, requests in flight that take longer are aborted and left to another instance. */
const STOP_TIMEOUT_MS = 4_000;

/**
 * Delivers webhooks. Each endpoint has a queue of its own:
 * 1. claim: one instance at a time leases a due queue (`claimed-queues.ts`);
 * 2. drain: it reads the due deliveries (`read-due.ts`) and sends them, a few at a time, more to an endpoint
 *    that responds fast (`send-deliveries.ts`);
 * 3. record: outcomes are saved in batches (`attempt-recorder.ts`);
 * 4. release: the empty queue is free until its next delivery is due (`release-queue.ts`).
 * So a slow or dead endpoint delays only itself.
 */
export const deliverWebhooksWorker = (deps: Deps) => {
  const queues = claimedQueues(deps);
  return worker({
    name: 'deliver-webhooks',
    everyMs: POLL_MS,
    run: async (signal) => {
      signal.addEventListener('abort', deps.deliverySignal.notify, { once: true });
      while (!signal.aborted) {
        await queues.renew();
        await queues.checkEndpoints();
        await Promise.all([queues.checkNotifications(), queues.claim()]);
        await deps.deliverySignal.wait(POLL_MS);
      }
      await stopDrains(deps, queues.drains);
      return false;
    },
  });
};

/** Waits for requests in flight; aborts those that take too long, and releases their queues. */
async function stopDrains(
  { abortRequests, clock, queues }: Pick<Deps, 'abortRequests' | 'clock' | 'queues'>,
  drains: ReadonlyMap<string, QueueDrain>,
): Promise<void> {
  for (const drain of drains.values()) drain.stop();
  const timer = new AbortController();
  const ended = Promise.all([...drains.values()].map((drain) => drain.ended));
  const timeout = pause(STOP_TIMEOUT_MS, 'timeout', { signal: timer.signal }).catch(
    () => 'timeout',
  );
  if ((await Promise.race([ended, timeout])) === 'timeout') {
    const hanging = [...drains.values()];
    // As after a lost lease: the aborted attempts are not recorded.
    for (const drain of hanging) drain.lose();
    await abortRequests();
    await Promise.all(hanging.map((drain) => drain.ended));
    const now = clock.now();
    for (const drain of hanging) await queues.releaseUnfinished(drain.healthRecord(), now);
  }
  timer.abort();
}
