import { createNudge, type Nudge } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { type Endpoint } from '../../domain/endpoint.ts';
import { isTripped, type LaneHealth, type Warning } from '../../domain/endpoint-health.ts';
import { firstWidth } from '../../domain/concurrency.ts';
import { type LaneRow } from '../../store/collections.ts';
import { type Fresh } from '../../workflows/handoff.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import { type LaneStanding } from '../../store/queue-store.ts';

/** A leased lane as its worker knows it. */
export interface Work {
  readonly id: string;
  readonly owner: string;
  health: LaneHealth;
  resets: number;
  /** The lane's pokes that the last look knew of. */
  pokes: number;
  /** The warning that this run has given; the endpoint may have been read before. */
  warning: Warning | undefined;
  /** Read and not begun, in their order. */
  queue: DueDelivery[];
  /** How many a look that is under way may add to it. */
  beingRead: number;
  /** Read and not yet saved: they look due, and are not. */
  readonly inHand: Set<string>;
  underWay: number;
  /** How many requests may be under way. */
  width: number;
  readonly unsaved: Set<Promise<void>>;
  /** Whether more may be due than is in hand. */
  mayBeMore: boolean;
  /**
   * When its last look ended: what was saved after that it cannot have read. Infinity while it looks,
   * and as it leaves the lane: nothing is handed over to it then.
   */
  lookedAt: number;
  /** When the lease runs out if it is not renewed, as `performance.now()` tells it. */
  leasedUntil: number;
  isStopped: boolean;
  isLost: boolean;
  /** Why the lane cannot go on; its lease runs out then, and its work is found again. */
  failure: Error | undefined;
  /** Rung whenever any of this changed. */
  readonly bell: Nudge;
  /** The endpoint as it was read last. */
  endpoint: Endpoint | undefined;
}

/** Waiting in a lane's hands at most, however many lanes there are. */
export const QUEUED_AT_MOST = 128;
/** The same where the instance has room: who has read all there is takes on what is saved next without reading it. */
export const QUEUED_WITH_ROOM = 512;
/** Saving may lag behind sending by so many. */
export const UNSAVED_AT_MOST = 256;

interface Terms {
  readonly owner: string;
  readonly leasedUntil: number;
  /** Requests under way at most. */
  readonly widthAtMost: number;
}

export const beginWork = (lane: LaneRow, { owner, leasedUntil, widthAtMost }: Terms): Work => ({
  id: lane._id,
  owner,
  health: { failuresInRow: lane.failuresInRow, failingSince: lane.failingSince },
  resets: lane.resets,
  pokes: lane.pokes,
  warning: undefined,
  queue: [],
  beingRead: 0,
  inHand: new Set(),
  underWay: 0,
  width: firstWidth(widthAtMost),
  unsaved: new Set(),
  mayBeMore: true,
  lookedAt: Number.POSITIVE_INFINITY,
  leasedUntil,
  isStopped: false,
  isLost: false,
  failure: undefined,
  bell: createNudge(),
  endpoint: undefined,
});

export const standingOf = ({ id, owner, resets, health }: Work): LaneStanding => ({
  id,
  owner,
  resets,
  health,
});

/** Nothing more is begun. */
export function stopWork(work: Work): void {
  work.isStopped = true;
  work.bell.ring();
}

/** The lane ends, and is found again when its lease is over. */
export function fail(work: Work, cause: unknown): void {
  work.failure = new Error('A lane cannot go on', { cause });
  work.bell.ring();
}

/** Leaves what was read and not begun to whoever looks next. */
export function dropQueue(work: Work): void {
  for (const { _id } of work.queue) work.inHand.delete(_id);
  work.queue = [];
}

/** Whether nothing is to be begun, under way, or waiting to be saved. */
export const isQuiet = ({ queue, underWay, unsaved }: Work): boolean =>
  queue.length === 0 && underWay === 0 && unsaved.size === 0;

/** Whether the lane is surely nobody else's by now: a process may stand still for longer than its lease. */
export const isLeased = ({ leasedUntil }: Work): boolean => performance.now() < leasedUntil;

/** Whether another request may begin. Those of an endpoint that is down trickle, one at a time. */
export const mayBegin = (work: Work): boolean =>
  !work.isStopped &&
  isLeased(work) &&
  work.failure === undefined &&
  !isTripped(work.health) &&
  work.underWay < work.width &&
  work.unsaved.size < UNSAVED_AT_MOST;

/** Whether all lanes of an instance together may have so many more in their hands. */
export type HasRoom = (more: number) => boolean;

/** Takes on what was saved just now, where nothing that came before it is left to be read. */
export function takeFresh(work: Work, fresh: Fresh, hasRoom: HasRoom): boolean {
  if (hasAllBefore(work, fresh) && hasPlace(work, fresh, hasRoom) && maySend(work, fresh)) {
    takeInHand(work, fresh.rows);
    return true;
  }
  work.mayBeMore = true;
  work.bell.ring();
  return false;
}

/** Whether what is in hand is all there is but these. */
const hasAllBefore = (work: Work, { savedAfter }: Fresh): boolean =>
  !work.mayBeMore && work.lookedAt < savedAfter;

function hasPlace({ queue }: Work, { rows }: Fresh, hasRoom: HasRoom): boolean {
  const queued = queue.length + rows.length;
  return queued <= QUEUED_AT_MOST || (queued <= QUEUED_WITH_ROOM && hasRoom(rows.length));
}

/** Whether it has the lane still, to an endpoint as these are meant for. */
const maySend = (work: Work, { revision }: Fresh): boolean =>
  !work.isStopped &&
  work.failure === undefined &&
  // Whoever has it else is told by the poke.
  isLeased(work) &&
  work.endpoint?.revision === revision &&
  work.endpoint.active &&
  !isTripped(work.health);

export function takeInHand(work: Work, due: readonly DueDelivery[]): void {
  for (const { _id } of due) work.inHand.add(_id);
  work.queue.push(...due);
}

/** Longer than anything takes that rings the bell. */
const LONG_MS = MINUTE_MS;

/**
 * Waits until it holds; false where the time was over first.
 * @throws what the lane failed of
 */
export async function until(
  work: Work,
  holds: () => boolean,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const over = performance.now() + patienceMs;
  for (;;) {
    if (work.failure !== undefined) throw work.failure;
    if (holds()) return true;
    const left = over - performance.now();
    if (left <= 0) return false;
    await work.bell.wait(Math.min(left, LONG_MS));
  }
}

/** Waits until every request is over, whatever else went wrong. */
export async function nothingUnderWay(work: Work): Promise<void> {
  while (work.underWay > 0) await work.bell.wait(LONG_MS);
}
