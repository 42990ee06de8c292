import { ENDPOINT_DELETED, ENDPOINT_SWITCHED_OFF } from '../../domain/delivery.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { cancelAll } from '../../workflows/cancel-deliveries.ts';
import { type DrainContext, type DrainDeps } from './drain-context.ts';
import {
  type DrainState,
  dropPending,
  healthRecordOf,
  isIdle,
  stop,
  waitUntil,
} from './drain-state.ts';
import { isReadDue } from './read-due.ts';

/** How a drain goes on: it ends after `released`. */
export type Next = 'read_again' | 'released';

/** A drain reads again after this time, because retries become due while requests take long. */
export const READ_EVERY_MS = 5_000;
/** How long an idle queue stays claimed: releasing and claiming it again costs more. */
const IDLE_MS = 500;

/** Waits until everything in flight is over and saved, so that nothing is sent a second time. */
async function finishInFlight(state: DrainState): Promise<void> {
  dropPending(state);
  await waitUntil(state, () => isIdle(state));
}

/** Releases an idle queue until its next delivery is due, unless one arrives within `IDLE_MS`. */
export async function releaseWhenIdle(
  { deps, mayStayIdle }: DrainContext,
  state: DrainState,
): Promise<Next> {
  const readAt = performance.now() + READ_EVERY_MS;
  while (isDrained(state) && performance.now() < readAt) {
    const nextDue = await deps.deliveries.findNextDue(state.endpointId);
    const untilDueMs = (): number =>
      nextDue === null ? IDLE_MS : nextDue.getTime() - deps.clock.now().getTime();
    const idleMs = mayStayIdle() ? Math.min(IDLE_MS, untilDueMs()) : 0;
    const hasWork = await waitUntil(state, () => !isDrained(state), idleMs);
    if (!hasWork) return untilDueMs() > 0 ? release(deps, state, nextDue) : 'read_again';
    await waitUntil(state, () => isReadDue(state), READ_EVERY_MS);
  }
  return 'read_again';
}

const isDrained = (state: DrainState): boolean =>
  isIdle(state) && !state.mayHaveMore && !state.isStopped;

/** Fails if the queue was notified since the last read: then there is more to send. */
async function release(
  { queues }: DrainDeps,
  state: DrainState,
  nextDue: Date | null,
): Promise<Next> {
  if (state.isLost) return 'released';
  state.readAt = Number.POSITIVE_INFINITY;
  const { endpointId, owner, notifyCount, health } = state;
  const isReleased = await queues.release({ endpointId, owner, notifyCount }, nextDue, health);
  return isReleased ? 'released' : 'read_again';
}

/** Releases a queue with work left in it, so that any instance can claim it at once. */
export async function releaseUnfinished(deps: DrainDeps, state: DrainState): Promise<Next> {
  await finishInFlight(state);
  if (state.isLost) return 'released';
  await deps.queues.releaseUnfinished(healthRecordOf(state), deps.clock.now());
  deps.deliverySignal.notify();
  return 'released';
}

/** Leaves a queue that another instance has claimed. */
export async function leaveLostQueue(state: DrainState): Promise<Next> {
  stop(state);
  await finishInFlight(state);
  return 'released';
}

/** Sends nothing more, because the drain is stopped or the endpoint is switched off. */
export async function stopSending(
  deps: DrainDeps,
  state: DrainState,
  endpoint: Endpoint,
): Promise<Next> {
  await finishInFlight(state);
  if (!endpoint.active) await cancelPending(deps, state, ENDPOINT_SWITCHED_OFF);
  if (state.isStopped) return releaseUnfinished(deps, state);
  return release(deps, state, await deps.deliveries.findNextDue(state.endpointId));
}

/** Cancels what is left in the queue of a deleted endpoint, and deletes the queue. */
export async function deleteQueue(deps: DrainDeps, state: DrainState): Promise<Next> {
  stop(state);
  await finishInFlight(state);
  await cancelPending(deps, state, ENDPOINT_DELETED);
  if (!state.isLost) await deps.queues.delete(state.endpointId);
  return 'released';
}

/** After a lost lease the next owner of the queue cancels the rest. */
const cancelPending = (deps: DrainDeps, state: DrainState, reason: string): Promise<void> =>
  cancelAll(deps, { endpointId: state.endpointId, reason }, () => !state.isLost);
