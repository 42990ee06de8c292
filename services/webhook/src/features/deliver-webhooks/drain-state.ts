import { MINUTE_MS } from '@tributary/units';
import { createWakeSignal, type WakeSignal } from '@tributary/work';
import { initialConcurrency } from '../../domain/concurrency.ts';
import { type EndpointHealth, isHalfOpen, type Warning } from '../../domain/endpoint-health.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import { type EndpointQueue, type HealthRecord } from '../../store/queue-store.ts';
import { type SavedDeliveries } from '../../workflows/handoff.ts';

/** The state of one drain: a claimed queue and the deliveries that were read from it. */
export interface DrainState {
  readonly endpointId: string;
  /** The instance that claimed the queue. */
  readonly owner: string;
  /** When the lease expires unless it is renewed, on the `performance.now()` clock. */
  leasedUntil: number;

  /** The endpoint as last read. */
  endpoint: Endpoint | undefined;
  health: EndpointHealth;
  healthResets: number;
  /** The warning that this drain has given; `endpoint` may be older. */
  warning: Warning | undefined;

  /** The queue's notifications that the last read has seen. */
  notifyCount: number;
  /** Whether the store may have due deliveries that were not read. */
  mayHaveMore: boolean;
  /**
   * When the last read ended: it cannot have seen deliveries that were saved later. Infinity during a read
   * and a release, when no handoff is accepted.
   */
  readAt: number;
  /** How many deliveries the current read may add to `pending`. */
  reading: number;

  /** Read and not sent yet, in order. */
  pending: DueDelivery[];
  inFlight: number;
  /** How many requests may be in flight. */
  concurrency: number;
  /** The writes of attempts that are not saved yet. */
  readonly saving: Set<Promise<void>>;
  /** Ids of deliveries that were read and whose attempt is not saved: the store still lists them as due. */
  readonly unsavedIds: Set<string>;

  /** No further request is started. */
  isStopped: boolean;
  /** Another instance has the lease: nothing is written to the queue any more. */
  isLost: boolean;
  /** Why the drain cannot continue. The lease then expires, and another drain repeats its work. */
  failure: Error | undefined;
  /** Notified of every change of the fields above. */
  readonly changed: WakeSignal;
}

/** Deliveries that one queue may have pending, however many queues are claimed. */
export const MAX_PENDING = 128;
/** The same while the instance has room: a drain that has read everything accepts handoffs without reading. */
export const MAX_PENDING_WITH_ROOM = 512;
/** Sending pauses when so many attempts are not saved. */
export const MAX_SAVING = 256;

interface Claim {
  readonly owner: string;
  readonly leasedUntil: number;
  readonly concurrencyLimit: number;
}

export const newDrainState = (
  queue: EndpointQueue,
  { owner, leasedUntil, concurrencyLimit }: Claim,
): DrainState => ({
  endpointId: queue.endpointId,
  owner,
  leasedUntil,
  endpoint: undefined,
  health: queue.health,
  healthResets: queue.healthResets,
  warning: undefined,
  notifyCount: queue.notifyCount,
  mayHaveMore: true,
  readAt: Number.POSITIVE_INFINITY,
  reading: 0,
  pending: [],
  inFlight: 0,
  concurrency: initialConcurrency(concurrencyLimit),
  saving: new Set(),
  unsavedIds: new Set(),
  isStopped: false,
  isLost: false,
  failure: undefined,
  changed: createWakeSignal(),
});

export const healthRecordOf = (state: DrainState): HealthRecord => {
  const { endpointId, owner, healthResets, health } = state;
  return { endpointId, owner, healthResets, health };
};

/** Starts no further request. */
export function stop(state: DrainState): void {
  state.isStopped = true;
  state.changed.notify();
}

/** Ends the drain without a release. */
export function fail(state: DrainState, cause: unknown): void {
  state.failure = new Error('The drain of a delivery queue failed', { cause });
  state.changed.notify();
}

/** Adds deliveries that were read or handed off. */
export function addPending(state: DrainState, due: readonly DueDelivery[]): void {
  for (const { _id } of due) state.unsavedIds.add(_id);
  state.pending.push(...due);
}

/** Forgets the deliveries that were not sent; the next drain reads them again. */
export function dropPending(state: DrainState): void {
  for (const { _id } of state.pending) state.unsavedIds.delete(_id);
  state.pending = [];
}

/** Whether nothing is pending, in flight or being saved. */
export const isIdle = ({ pending, inFlight, saving }: DrainState): boolean =>
  pending.length === 0 && inFlight === 0 && saving.size === 0;

/** Whether no other instance can have claimed the queue: a process may be suspended for longer than its lease. */
export const isLeased = ({ leasedUntil }: DrainState): boolean => performance.now() < leasedUntil;

const canSend = (state: DrainState): boolean =>
  !state.isStopped && isLeased(state) && state.failure === undefined && !isHalfOpen(state.health);

/** Whether another request may start. With a half-open circuit breaker requests go one at a time instead. */
export const maySend = (state: DrainState): boolean =>
  canSend(state) && state.inFlight < state.concurrency && state.saving.size < MAX_SAVING;

/** Whether the drains of this instance may have so many more deliveries pending. */
export type HasRoomFor = (more: number) => boolean;

/** Accepts deliveries that were saved just now, if every earlier one was read; else they are read later. */
export function acceptHandoff(
  state: DrainState,
  saved: SavedDeliveries,
  hasRoomFor: HasRoomFor,
): boolean {
  const accepts =
    hasReadAllBefore(state, saved) &&
    fitsPending(state, saved, hasRoomFor) &&
    canSend(state) &&
    isForCurrentEndpoint(state, saved);
  if (accepts) {
    addPending(state, saved.deliveries);
  } else {
    state.mayHaveMore = true;
    state.changed.notify();
  }
  return accepts;
}

const hasReadAllBefore = (state: DrainState, { savedAfter }: SavedDeliveries): boolean =>
  !state.mayHaveMore && state.readAt < savedAfter;

function fitsPending(
  { pending }: DrainState,
  { deliveries }: SavedDeliveries,
  hasRoomFor: HasRoomFor,
): boolean {
  const count = pending.length + deliveries.length;
  return count <= MAX_PENDING || (count <= MAX_PENDING_WITH_ROOM && hasRoomFor(deliveries.length));
}

const isForCurrentEndpoint = (
  { endpoint }: DrainState,
  { endpointRevision }: SavedDeliveries,
): boolean =>
  endpoint?.revision === endpointRevision && endpoint.active && endpoint.isSuspended !== true;

/** Longer than it takes until the next change. */
const LONG_MS = MINUTE_MS;

/**
 * Waits until a condition holds; false after a timeout.
 * @throws the failure of the drain
 */
export async function waitUntil(
  state: DrainState,
  condition: () => boolean,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (state.failure !== undefined) throw state.failure;
    if (condition()) return true;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    await state.changed.wait(Math.min(leftMs, LONG_MS));
  }
}

/** Waits until no request is in flight, even after a failure. */
export async function waitForInFlight(state: DrainState): Promise<void> {
  while (state.inFlight > 0) await state.changed.wait(LONG_MS);
}
