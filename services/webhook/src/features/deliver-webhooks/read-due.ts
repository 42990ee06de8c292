import { HEALTHY, isHalfOpen } from '../../domain/endpoint-health.ts';
import { type EndpointQueue } from '../../store/queue-store.ts';
import { type DrainContext } from './drain-context.ts';
import {
  type DrainState,
  type HasRoomFor,
  isIdle,
  MAX_PENDING,
  MAX_PENDING_WITH_ROOM,
  MAX_SAVING,
} from './drain-state.ts';

/** With fewer deliveries pending the next read is due, so that sending never waits for a read. */
const LOW_PENDING = 64;

/** Reads the queue, its endpoint, and as many due deliveries as there is room for. */
export async function readDue({ deps, hasRoomFor }: DrainContext, state: DrainState) {
  const now = deps.clock.now();
  const { endpointId, notifyCount: notifiedBefore } = state;
  const limit = readLimit(state, hasRoomFor);
  if (limit > 0) {
    state.mayHaveMore = false;
    state.readAt = Number.POSITIVE_INFINITY;
    state.reading = limit;
  }
  const query = { limit, except: [...state.unsavedIds] };
  const [queue, endpoint, due] = await Promise.all([
    deps.queues.find(endpointId),
    deps.endpoints.find(endpointId),
    limit > 0 ? deps.deliveries.listDue(endpointId, now, query) : [],
  ]);
  if (limit > 0) state.readAt = performance.now();
  state.reading = 0;
  // Deliveries behind a new notification may have been saved after this read of the due ones.
  const isNotified = queue !== undefined && queue.notifyCount !== notifiedBefore;
  if (isNotified || due.length >= Math.max(1, limit)) state.mayHaveMore = true;
  if (isNotified) state.notifyCount = queue.notifyCount;
  return { queue, endpoint, due };
}

/** As many as fit: a drain that has read everything accepts later deliveries by handoff. */
function readLimit({ isStopped, health, pending }: DrainState, hasRoomFor: HasRoomFor): number {
  if (isStopped) return 0;
  const hasRoom = !isHalfOpen(health) && hasRoomFor(MAX_PENDING_WITH_ROOM);
  return Math.max(0, (hasRoom ? MAX_PENDING_WITH_ROOM : MAX_PENDING) - pending.length);
}

/** After the owner changed the endpoint, what this drain knows of its health no longer counts. */
export function applyHealthReset(state: DrainState, { healthResets }: EndpointQueue): void {
  if (healthResets === state.healthResets) return;
  state.healthResets = healthResets;
  state.health = HEALTHY;
  state.warning = undefined;
}

/** Whether deliveries must go one at a time. */
export const mustProbe = ({ pending, health }: DrainState): boolean =>
  pending.length > 0 && isHalfOpen(health);

/** Whether another read may find more to send, or something other than sending is to be done. */
export const isReadDue = (state: DrainState): boolean =>
  state.isStopped ||
  isIdle(state) ||
  (mustProbe(state) && state.inFlight === 0) ||
  (state.mayHaveMore && state.pending.length < LOW_PENDING && state.saving.size < MAX_SAVING);
