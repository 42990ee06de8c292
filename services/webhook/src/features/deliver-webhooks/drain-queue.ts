import { isHalfOpen } from '../../domain/endpoint-health.ts';
import { type EndpointQueue, type HealthRecord } from '../../store/queue-store.ts';
import { type HandoffReceiver } from '../../workflows/handoff.ts';
import { type DrainContext } from './drain-context.ts';
import {
  acceptHandoff,
  addPending,
  type DrainState,
  healthRecordOf,
  newDrainState,
  stop,
  waitForInFlight,
  waitUntil,
} from './drain-state.ts';
import { withoutHeldBack } from './hold-back.ts';
import { applyHealthReset, isReadDue, mustProbe, readDue } from './read-due.ts';
import {
  deleteQueue,
  leaveLostQueue,
  type Next,
  READ_EVERY_MS,
  releaseUnfinished,
  releaseWhenIdle,
  stopSending,
} from './release-queue.ts';
import { sendHalfOpen, sendPending } from './send-deliveries.ts';

/** The drain of one claimed queue, as the worker controls it. */
export interface QueueDrain {
  readonly endpointId: string;
  /** The health to save while the queue stays claimed. */
  healthRecord(): HealthRecord;
  /** Sends nothing more and releases the queue: the endpoint changed, or the process stops. */
  stop(): void;
  /** The lease was lost to another instance: nothing is written to the queue any more. */
  lose(): void;
  /** The lease was renewed until then, on the `performance.now()` clock. */
  renew(leasedUntil: number): void;
  /** Deliveries that are pending, including those of the current read. */
  pendingCount(): number;
  /** Whether everything that was due is read, so that only a notification can bring more. */
  awaitsNotification(): boolean;
  /** Whether the drain sends nothing more. */
  isEnding(): boolean;
  /** The queue's notifications that the drain has seen. */
  notifyCount(): number;
  /** Reads again, because more deliveries may be due. */
  readAgain(): void;
  /** The revision of the endpoint that deliveries are sent to; undefined before the first read. */
  endpointRevision(): number | undefined;
  /** Resolves at the end of the drain; never rejects. */
  readonly ended: Promise<void>;
}

/** Starts to drain a claimed queue. */
export function drainQueue(context: DrainContext, queue: EndpointQueue, owner: string): QueueDrain {
  const { config } = context.deps;
  const state = newDrainState(queue, {
    owner,
    leasedUntil: performance.now() + config.WEBHOOK_LEASE_SECONDS * 1_000,
    concurrencyLimit: config.WEBHOOK_IN_FLIGHT_PER_ENDPOINT,
  });
  const stopDrain = (): void => {
    stop(state);
  };
  return {
    endpointId: state.endpointId,
    healthRecord: () => healthRecordOf(state),
    stop: stopDrain,
    lose: () => {
      state.isLost = true;
      stopDrain();
    },
    renew: (leasedUntil) => {
      state.leasedUntil = leasedUntil;
    },
    pendingCount: () => state.pending.length + state.reading,
    awaitsNotification: () => !state.mayHaveMore,
    isEnding: () => state.isStopped || state.failure !== undefined,
    notifyCount: () => state.notifyCount,
    readAgain: () => {
      state.mayHaveMore = true;
      state.changed.notify();
    },
    endpointRevision: () => state.endpoint?.revision,
    ended: drainUntilReleased(context, state),
  };
}

async function drainUntilReleased(context: DrainContext, state: DrainState): Promise<void> {
  const { endpointChanges, handoff, log } = context.deps;
  const { endpointId } = state;
  const unsubscribe = endpointChanges.subscribe(endpointId, () => {
    stop(state);
  });
  const unregister = handoff.register(endpointId, handoffReceiver(context, state));
  try {
    while ((await drainOnce(context, state)) === 'read_again');
  } catch (error) {
    // The lease expires, and another drain repeats the work.
    log.warn({ err: error, endpointId }, 'the drain of a delivery queue failed');
    stop(state);
    await waitForInFlight(state);
  } finally {
    unsubscribe();
    unregister();
  }
}

/** Reads what is due, sends it, and releases the queue when nothing is left. */
async function drainOnce(context: DrainContext, state: DrainState): Promise<Next> {
  const { deps } = context;
  const { queue, endpoint, due } = await readDue(context, state);
  if (queue?.owner !== state.owner) return leaveLostQueue(state);
  if (endpoint === undefined) return deleteQueue(deps, state);
  applyHealthReset(state, queue);
  state.endpoint = endpoint;
  if (state.isStopped || !endpoint.active) return stopSending(deps, state, endpoint);
  addPending(state, await withoutHeldBack(context, state, { endpoint, due }));
  if (mustProbe(state)) {
    await sendHalfOpen(context, state, endpoint);
    return isHalfOpen(state.health) ? releaseUnfinished(deps, state) : 'read_again';
  }
  sendPending(context, state);
  await waitUntil(state, () => isReadDue(state), READ_EVERY_MS);
  return releaseWhenIdle(context, state);
}

const handoffReceiver = (context: DrainContext, state: DrainState): HandoffReceiver => ({
  accept: (saved) => {
    const isAccepted = acceptHandoff(state, saved, context.hasRoomFor);
    if (isAccepted) sendPending(context, state);
    return isAccepted;
  },
  skipNotification: () => {
    state.notifyCount += 1;
  },
});
