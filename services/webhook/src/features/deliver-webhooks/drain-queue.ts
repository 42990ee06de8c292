import { type Deps } from '../../deps.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { healthy, isTripped } from '../../domain/endpoint-health.ts';
import { SWITCHED_OFF } from '../../domain/new-delivery.ts';
import { endAll, REMOVED } from '../../workflows/cancel-deliveries.ts';
import { type Taker } from '../../workflows/handoff.ts';
import { type LaneRow } from '../../store/collections.ts';
import { type LaneStanding } from '../../store/queue-store.ts';
import { type Sending, sendOn, trickle } from './send-deliveries.ts';
import {
  beginWork,
  dropQueue,
  type HasRoom,
  isQuiet,
  nothingUnderWay,
  QUEUED_AT_MOST,
  QUEUED_WITH_ROOM,
  standingOf,
  stopWork,
  takeFresh,
  takeInHand,
  until,
  UNSAVED_AT_MOST,
  type Work,
} from './drain-state.ts';

/** A leased lane at work. */
export interface RunningLane {
  readonly id: string;
  /** How it has fared so far. */
  standing(): LaneStanding;
  /** Takes on nothing more: the endpoint changed, or the process stops. */
  stop(): void;
  /** The lease was lost: somebody else has the lane, and nothing is written to it any more. */
  lose(): void;
  /** The lease was renewed, up to this `performance.now()`. */
  keep(until: number): void;
  /** How many wait in its hands, or will when its look is over. */
  queued(): number;
  /** Whether nothing more is due, as far as it knows: it must be told of what comes. */
  isWaiting(): boolean;
  /** Whether it takes on nothing more, and is gone once what it began is over. */
  isEnding(): boolean;
  /** How often it was poked, as far as it knows. */
  pokes(): number;
  /** More may be due than it knows of. */
  lookAgain(): void;
  /** The revision of the endpoint it sends to. */
  revision(): number | undefined;
  readonly ended: Promise<void>;
}

/** How a lane gets on with the others of its instance. */
export interface Crowd extends Sending {
  /** Whether a lane may keep its place for a moment after its last delivery, as more often follow. */
  readonly mayLinger: () => boolean;
  /** Whether lanes may have more in their hands than they read by themselves. */
  readonly hasRoom: HasRoom;
}

/** With fewer than these the next look is due, so that nobody waits for it. */
const QUEUE_IS_LOW = 64;
/** While requests take long, retries that become due meanwhile are looked for so often. */
const LOOK_AGAIN_MS = 5_000;
/** How long a lane with nothing to do is kept: leaving and leasing it again costs more than it. */
const LINGER_MS = 500;

/** Works through what is due at one endpoint, then leaves the lane until more is due. */
export function runLane(crowd: Crowd, lane: LaneRow, owner: string): RunningLane {
  const { deps } = crowd;
  const work = beginWork(lane, {
    owner,
    leasedUntil: performance.now() + deps.config.WEBHOOK_LEASE_SECONDS * 1_000,
    widthAtMost: deps.config.WEBHOOK_IN_FLIGHT_PER_ENDPOINT,
  });
  const stop = (): void => {
    stopWork(work);
  };
  const unwatch = deps.interrupts.watch(work.id, stop);
  const unhand = deps.handover.open(work.id, takerOf(crowd, work));
  const ended = workThrough(crowd, work)
    .catch(async (error: unknown) => {
      // The lease runs out, and the lane's work is found again.
      deps.log.warn({ err: error, endpointId: work.id }, 'a lane stopped early');
      stop();
      await nothingUnderWay(work);
    })
    .finally(() => {
      unwatch();
      unhand();
    });
  return {
    id: work.id,
    standing: () => standingOf(work),
    stop,
    lose: () => {
      work.isLost = true;
      stop();
    },
    keep: (until) => {
      work.leasedUntil = until;
    },
    queued: () => work.queue.length + work.beingRead,
    isWaiting: () => !work.mayBeMore,
    isEnding: () => work.isStopped || work.failure !== undefined,
    pokes: () => work.pokes,
    lookAgain: () => {
      work.mayBeMore = true;
      work.bell.ring();
    },
    revision: () => work.endpoint?.revision,
    ended,
  };
}

const takerOf = (crowd: Crowd, work: Work): Taker => ({
  take: (fresh) => {
    const isTaken = takeFresh(work, fresh, crowd.hasRoom);
    if (isTaken) sendOn(crowd, work);
    return isTaken;
  },
  expectPoke: () => {
    work.pokes += 1;
  },
});

async function workThrough(crowd: Crowd, work: Work): Promise<void> {
  while (!(await workOn(crowd, work)));
}

/** Sends what is due, as far as one look finds it; true when the lane is left. */
async function workOn(crowd: Crowd, work: Work): Promise<boolean> {
  const { deps } = crowd;
  const { lane, endpoint, due } = await lookAt(crowd, work);
  if (lane?.owner !== work.owner) return breakOff(work);
  if (endpoint === undefined) {
    await breakOff(work);
    await endAllOf(deps, work, REMOVED);
    if (!work.isLost) await deps.lanes.remove(work.id);
    return true;
  }
  mindReset(work, lane);
  work.endpoint = endpoint;
  if (work.isStopped || !endpoint.active) return standDown(deps, work, endpoint);
  takeInHand(work, due);
  if (mustTrickle(work)) {
    await trickle(crowd, work, endpoint);
    return isTripped(work.health) && giveUp(deps, work);
  }
  sendOn(crowd, work);
  await until(work, () => isWorthALook(work), LOOK_AGAIN_MS);
  return leave(crowd, work);
}

/** Where the owner has put the endpoint in order, what this run knows of it counts no more. */
function mindReset(work: Work, { resets }: LaneRow): void {
  if (resets === work.resets) return;
  work.resets = resets;
  work.health = healthy;
  work.warning = undefined;
}

/** The lane, its endpoint, and what is due and not yet in hand, as far as there is a place for it. */
async function lookAt(crowd: Crowd, work: Work) {
  const { deps } = crowd;
  const now = deps.clock.now();
  const { id, pokes: pokesBefore } = work;
  const limit = placesIn(work, crowd.hasRoom);
  if (limit > 0) {
    work.mayBeMore = false;
    work.lookedAt = Number.POSITIVE_INFINITY;
    work.beingRead = limit;
  }
  const [lane, endpoint, due] = await Promise.all([
    deps.lanes.find(id),
    deps.endpoints.find(id),
    limit > 0 ? deps.deliveries.listDue(id, now, { limit, without: [...work.inHand] }) : [],
  ]);
  if (limit > 0) work.lookedAt = performance.now();
  work.beingRead = 0;
  // What a poke told of since the last look may have come after this one's read of what is due.
  const isPoked = lane !== undefined && lane.pokes !== pokesBefore;
  if (isPoked || due.length >= Math.max(1, limit)) work.mayBeMore = true;
  if (isPoked) work.pokes = lane.pokes;
  return { lane, endpoint, due };
}

/** How many a lane may read: all there is, where that is not too much, as what follows is then handed to it. */
function placesIn({ isStopped, health, queue }: Work, hasRoom: HasRoom): number {
  if (isStopped) return 0;
  const mayHaveMore = !isTripped(health) && hasRoom(QUEUED_WITH_ROOM);
  return Math.max(0, (mayHaveMore ? QUEUED_WITH_ROOM : QUEUED_AT_MOST) - queue.length);
}

const mustTrickle = ({ queue, health }: Work): boolean => queue.length > 0 && isTripped(health);

/** Whether a look may find more to do, or something else than sending is to be done. */
const isWorthALook = (work: Work): boolean =>
  work.isStopped ||
  isQuiet(work) ||
  (mustTrickle(work) && work.underWay === 0) ||
  (work.mayBeMore && work.queue.length < QUEUE_IS_LOW && work.unsaved.size < UNSAVED_AT_MOST);

const isDone = (work: Work): boolean => isQuiet(work) && !work.mayBeMore && !work.isStopped;

/** Waits until all that was begun is over and saved: what was sent must be known to have been sent. */
async function settled(work: Work): Promise<void> {
  dropQueue(work);
  await until(work, () => isQuiet(work));
}

/** The lane is not this worker's any more. */
async function breakOff(work: Work): Promise<true> {
  stopWork(work);
  await settled(work);
  return true;
}

/** A lane that is lost is ended by whoever has it next. */
const endAllOf = (deps: Deps, work: Work, reason: string): Promise<void> =>
  endAll(deps, { endpointId: work.id, reason }, () => !work.isLost);

/** Sends nothing more; false when more is to be looked at. */
async function standDown(deps: Deps, work: Work, endpoint: Endpoint): Promise<boolean> {
  await settled(work);
  if (!endpoint.active) await endAllOf(deps, work, SWITCHED_OFF);
  if (work.isStopped) return giveUp(deps, work);
  return release(deps, work, await deps.deliveries.findNextDue(work.id));
}

/** Leaves a lane in which nothing is due, once nothing was handed over for a while; false when a look is due. */
async function leave({ deps, mayLinger }: Crowd, work: Work): Promise<boolean> {
  const lookAt = performance.now() + LOOK_AGAIN_MS;
  while (isDone(work) && performance.now() < lookAt) {
    const next = await deps.deliveries.findNextDue(work.id);
    const waitMs = (): number =>
      next === null ? LINGER_MS : next.getTime() - deps.clock.now().getTime();
    const patienceMs = mayLinger() ? Math.min(LINGER_MS, waitMs()) : 0;
    const isCalled = await until(work, () => !isDone(work), patienceMs);
    if (!isCalled) return waitMs() > 0 && release(deps, work, next);
    await until(work, () => isWorthALook(work), LOOK_AGAIN_MS);
  }
  return false;
}

/** False where it was poked since it was looked at, or is somebody else's by now. */
async function release(deps: Deps, work: Work, next: Date | null): Promise<boolean> {
  // A lost lane is somebody else's to write to.
  if (work.isLost) return true;
  work.lookedAt = Number.POSITIVE_INFINITY;
  const { id, owner, pokes, health } = work;
  return deps.lanes.release({ _id: id, owner, pokes }, next, health);
}

/** Leaves the lane to whoever takes it next, with what is due in it. */
async function giveUp(deps: Deps, work: Work): Promise<true> {
  await settled(work);
  if (work.isLost) return true;
  await deps.lanes.abandon(standingOf(work), deps.clock.now());
  deps.lanesNudge.ring();
  return true;
}
