import { setTimeout as pause } from 'node:timers/promises';
import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { isTripped } from '../../domain/lane.ts';
import { createRecorder } from './recorder.ts';
import { runLane, type RunningLane } from './run-lane.ts';

/** Lanes that one instance works on at a time, each with a few requests in flight. */
const LANES_AT_MOST = 500;
/** Of these, lanes of endpoints that are down: however many there are, the others have their place. */
const DOWN_AT_MOST = 250;
/** How long to wait for a nudge: what other instances add, and retries, are found by looking. */
const LOOK_EVERY_MS = 250;
/** On a stop, how long requests under way may take before they are cut and left to another instance. */
const FINISH_WITHIN_MS = 4_000;

/**
 * Delivers what is due. Each endpoint has a lane of its own, leased by one instance at a time: a slow
 * or dead endpoint holds up nobody but itself, and never has more than a few requests in flight.
 */
export const deliverWebhooksWorker = (deps: Deps) => {
  const running = new Map<string, RunningLane>();
  const recorder = createRecorder(deps);
  const leaseMs = deps.config.WEBHOOK_LEASE_SECONDS * 1000;
  const owner = deps.newId();
  const lease = () => ({ owner, until: new Date(deps.clock.now().getTime() + leaseMs) });

  const start = async (): Promise<void> => {
    const down = [...running.values()].filter((lane) => isTripped(lane.standing().health)).length;
    const room = { lanes: LANES_AT_MOST - running.size, down: DOWN_AT_MOST - down };
    if (room.lanes <= 0) return;
    for (const lane of await deps.lanes.lease(room, lease(), deps.clock.now())) {
      const started = runLane(deps, recorder, lane, owner);
      running.set(lane._id, started);
      void started.ended.then(() => {
        if (running.get(lane._id) === started) running.delete(lane._id);
      });
    }
  };

  let renewAt = 0;
  const renew = async (): Promise<void> => {
    if (running.size === 0 || performance.now() < renewAt) return;
    renewAt = performance.now() + leaseMs / 4;
    const lanes = [...running.values()];
    const ids = lanes.map(({ id }) => id);
    const kept = await deps.lanes.renew(ids, lease(), deps.clock.now());
    // A lane may be busy for days, and a killed process saves nothing.
    await deps.lanes.keepHealth(lanes.map((lane) => lane.standing()));
    const revisions = await deps.endpoints.revisions(ids);
    for (const lane of lanes) {
      if (!kept.has(lane.id)) lane.lose();
      else if (lane.revision !== undefined && revisions.get(lane.id) !== lane.revision) lane.stop();
    }
  };

  return worker({
    name: 'deliver-webhooks',
    everyMs: LOOK_EVERY_MS,
    run: async (signal) => {
      signal.addEventListener('abort', deps.lanesNudge.ring, { once: true });
      while (!signal.aborted) {
        await renew();
        await start();
        await deps.lanesNudge.wait(LOOK_EVERY_MS);
      }
      await finish(deps, running);
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
