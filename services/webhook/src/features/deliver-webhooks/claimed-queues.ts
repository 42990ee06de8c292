import { type Deps } from '../../deps.ts';
import { isTripped } from '../../domain/endpoint-health.ts';
import { type LaneRow } from '../../store/collections.ts';
import { createPlaces } from './permits.ts';
import { createRecorder } from './attempt-recorder.ts';
import { type Crowd, runLane, type RunningLane } from './drain-queue.ts';

/** Lanes that one instance works on at a time, each with a few requests in flight. */
const LANES_AT_MOST = 500;
/** Of these, lanes of endpoints that are down: however many there are, the others have their place. */
const DOWN_AT_MOST = 250;
/** With so many lanes at work, one with nothing to do makes room at once. */
const LINGERING_BELOW = 250;
/** Waiting in the hands of all lanes of an instance, of about a kilobyte each; beyond it each has its few. */
const IN_HANDS_AT_MOST = 8_192;
/** Requests under way in one instance beyond the few that each lane has for itself. */
const EXTRA_UNDER_WAY = 256;

/** The lanes that this instance has leased. */
export function lanesAtWork(deps: Deps) {
  const running = new Map<string, RunningLane>();
  const crowd = crowdOf(deps, running);
  const leaseMs = deps.config.WEBHOOK_LEASE_SECONDS * 1000;
  const owner = deps.newId();
  const lease = () => ({ owner, until: new Date(deps.clock.now().getTime() + leaseMs) });
  const begin = (lane: LaneRow): void => {
    const started = runLane(crowd, lane, owner);
    running.set(lane._id, started);
    void started.ended.then(() => running.delete(lane._id));
  };
  let renewAt = 0;

  return {
    running: running as ReadonlyMap<string, RunningLane>,

    /** Takes on what is due, as far as there is room. */
    start: async (): Promise<void> => {
      const room = roomBeside(running);
      if (room.lanes <= 0) return;
      const began = performance.now();
      for (const lane of await deps.lanes.lease(room, lease(), deps.clock.now())) {
        const known = running.get(lane._id);
        // Its lease ran out while this process stood still. Two at it would send everything twice.
        known?.keep(began + leaseMs);
        known?.lookAgain();
        if (known === undefined) begin(lane);
      }
    },

    /** Tells lanes that have nothing to do of what came, here or in other instances. */
    listen: async (): Promise<void> => {
      const waiting = [...running.values()].filter((lane) => lane.isWaiting());
      if (waiting.length === 0) return;
      for (const { _id, pokes } of await deps.lanes.listPokes(waiting.map(({ id }) => id))) {
        const lane = running.get(_id);
        if (lane?.pokes() !== pokes) lane?.lookAgain();
      }
    },

    /** Keeps the lanes, and stops those whose lease was lost or whose endpoint changed. */
    renew: async (): Promise<void> => {
      if (running.size === 0 || performance.now() < renewAt) return;
      const began = performance.now();
      renewAt = began + leaseMs / 4;
      const lanes = [...running.values()];
      const ids = lanes.map(({ id }) => id);
      const kept = await deps.lanes.renew(ids, lease(), deps.clock.now());
      // A lane may be busy for days, and a killed process saves nothing.
      await deps.lanes.keepHealth(lanes.map((lane) => lane.standing()));
      const revisions = await deps.endpoints.revisions(ids);
      for (const lane of lanes) {
        if (!kept.has(lane.id)) lane.lose();
        else if (isOutdated(lane, revisions)) lane.stop();
        else lane.keep(began + leaseMs);
      }
    },
  };
}

const crowdOf = (deps: Deps, running: ReadonlyMap<string, RunningLane>): Crowd => ({
  deps,
  recorder: createRecorder(deps),
  places: createPlaces(EXTRA_UNDER_WAY),
  mayLinger: () => running.size < LINGERING_BELOW,
  hasRoom: (more) => {
    let inHands = more;
    for (const lane of running.values()) inHands += lane.queued();
    return inHands <= IN_HANDS_AT_MOST;
  },
});

function roomBeside(running: ReadonlyMap<string, RunningLane>) {
  const all = [...running.values()];
  const down = all.filter((lane) => isTripped(lane.standing().health)).length;
  // Leased before it is gone, a lane would have nobody at work on it until that lease is over.
  const ending = all.filter((lane) => lane.isEnding()).map(({ id }) => id);
  return { lanes: LANES_AT_MOST - running.size, down: DOWN_AT_MOST - down, except: ending };
}

const isOutdated = (lane: RunningLane, revisions: ReadonlyMap<string, number>): boolean =>
  lane.revision() !== undefined && revisions.get(lane.id) !== lane.revision();
