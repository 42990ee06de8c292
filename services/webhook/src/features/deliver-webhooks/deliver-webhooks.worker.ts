import { setTimeout as pause } from 'node:timers/promises';
import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { lanesAtWork } from './claimed-queues.ts';
import { type RunningLane } from './drain-queue.ts';

/** How long to wait for a nudge: what other instances add, and retries, are found by looking. */
const LOOK_EVERY_MS = 250;
/** On a stop, how long requests under way may take before they are cut and left to another instance. */
const FINISH_WITHIN_MS = 4_000;

/**
 * Delivers what is due. Each endpoint has a lane of its own, leased by one instance at a time: a slow
 * or dead endpoint holds up nobody but itself, and never has more than a few requests in flight. One
 * that answers quickly and well has more of them, of what all lanes of an instance share.
 */
export const deliverWebhooksWorker = (deps: Deps) => {
  const lanes = lanesAtWork(deps);
  return worker({
    name: 'deliver-webhooks',
    everyMs: LOOK_EVERY_MS,
    run: async (signal) => {
      signal.addEventListener('abort', deps.lanesNudge.ring, { once: true });
      while (!signal.aborted) {
        await lanes.renew();
        await Promise.all([lanes.listen(), lanes.start()]);
        await deps.lanesNudge.wait(LOOK_EVERY_MS);
      }
      await finish(deps, lanes.running);
      return false;
    },
  });
};

/** Lets what is in flight end; what takes too long is cut, not counted, and left to be done again. */
async function finish(deps: Deps, running: ReadonlyMap<string, RunningLane>): Promise<void> {
  for (const lane of running.values()) lane.stop();
  const timer = new AbortController();
  const ended = Promise.all([...running.values()].map((lane) => lane.ended));
  const late = pause(FINISH_WITHIN_MS, 'late', { signal: timer.signal }).catch(() => 'late');
  if ((await Promise.race([ended, late])) === 'late') {
    const hanging = [...running.values()];
    for (const lane of hanging) lane.lose();
    await deps.cutRequests();
    await Promise.all(hanging.map((lane) => lane.ended));
    const now = deps.clock.now();
    for (const lane of hanging) await deps.lanes.abandon(lane.standing(), now);
  }
  timer.abort();
}
