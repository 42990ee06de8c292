import { setTimeout as pause } from 'node:timers/promises';
import { type SpanFacts, tracedUnit } from '@tributary/tracing';
import { decideConcurrency, GUARANTEED_CONCURRENCY } from '../../domain/concurrency.ts';
import {
  type AttemptResult,
  decideAttemptOutcome,
  isGone,
  isSuccess,
} from '../../domain/delivery.ts';
import {
  decideHealth,
  decideHealthAction,
  type HealthAction,
  isHalfOpen,
} from '../../domain/endpoint-health.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import { type DrainContext } from './drain-context.ts';
import { type DrainState, fail, isLeased, maySend, stop, waitUntil } from './drain-state.ts';

/** The pause between attempts with a half-open circuit breaker. */
const HALF_OPEN_PAUSE_MS = 100;
/** After this time a queue with a half-open circuit breaker is released, so that others get its place. */
const HALF_OPEN_TURN_MS = 1_000;

/** Starts as many requests as allowed; each one that ends starts the next. */
export function sendPending(context: DrainContext, state: DrainState): void {
  const { permits } = context;
  const { endpoint } = state;
  while (endpoint !== undefined && maySend(state)) {
    const needsPermit = state.inFlight >= GUARANTEED_CONCURRENCY;
    const [delivery] = state.pending;
    if (delivery === undefined || (needsPermit && !permits.tryAcquire())) return;
    state.pending.shift();
    void send(context, state, { endpoint, delivery }).finally(() => {
      if (needsPermit) permits.release();
      sendPending(context, state);
    });
  }
}

/** Sends one delivery at a time, with pauses, until one succeeds or the turn is over. */
export async function sendHalfOpen(
  context: DrainContext,
  state: DrainState,
  endpoint: Endpoint,
): Promise<void> {
  await waitUntil(state, () => state.inFlight === 0 || state.isStopped);
  const endOfTurn = performance.now() + HALF_OPEN_TURN_MS;
  const mayContinue = (): boolean =>
    !state.isStopped && isLeased(state) && performance.now() < endOfTurn;
  while (isHalfOpen(state.health) && mayContinue()) {
    const delivery = state.pending.shift();
    if (delivery === undefined) return;
    await send(context, state, { endpoint, delivery });
    if (isHalfOpen(state.health)) await pause(HALF_OPEN_PAUSE_MS);
  }
}

interface Outgoing {
  readonly endpoint: Endpoint;
  readonly delivery: DueDelivery;
}

const attemptSpan = ({ delivery, endpoint }: Outgoing): SpanFacts => ({
  name: `webhook ${delivery.eventType}`,
  kind: 'client',
  attributes: {
    'tributary.delivery_id': delivery._id,
    'tributary.endpoint_id': endpoint.id,
    'tributary.attempt': delivery.attempts + 1,
  },
  parent: delivery.traceparent ?? '',
});

/** Makes one attempt. Its record may still be in `state.saving` at the end. Never rejects. */
async function send(context: DrainContext, state: DrainState, outgoing: Outgoing): Promise<void> {
  const { delivery, endpoint } = outgoing;
  const { clock, config, sendWebhook } = context.deps;
  state.inFlight += 1;
  try {
    const at = clock.now();
    const { correlationId } = delivery;
    const result = await tracedUnit(correlationId, attemptSpan(outgoing), () =>
      sendWebhook(endpoint, delivery, at),
    );
    adjustConcurrency(state, result, config.WEBHOOK_IN_FLIGHT_PER_ENDPOINT);
    // After a lost lease the attempt does not count: the next owner of the queue repeats it.
    if (!state.isLost) recordAttempt(context, state, { ...outgoing, at, result });
  } catch (error) {
    fail(state, error);
  } finally {
    state.inFlight -= 1;
    state.changed.notify();
  }
}

function adjustConcurrency(state: DrainState, result: AttemptResult, limit: number): void {
  const { durationMs } = result;
  const attempt = {
    succeeded: isSuccess(result),
    durationMs,
    moreWaiting: state.pending.length > 0,
  };
  state.concurrency = decideConcurrency(state.concurrency, attempt, limit);
}

interface Attempt extends Outgoing {
  readonly at: Date;
  readonly result: AttemptResult;
}

/** Decides the outcome of an attempt and starts to save it. */
function recordAttempt(context: DrainContext, state: DrainState, attempt: Attempt): void {
  const { deps, recorder } = context;
  const { delivery, at, result } = attempt;
  const now = deps.clock.now();
  const policy = {
    baseMs: deps.config.WEBHOOK_RETRY_BASE_SECONDS * 1000,
    random: deps.random(),
  };
  const outcome = decideAttemptOutcome(delivery.attempts, result, policy, now);
  const healthAction = updateHealth(state, attempt, now);
  const { durationMs } = result;
  const { _id: deliveryId, endpointId, ownerId, eventType, createdAt, isTest } = delivery;
  const facts = { deliveryId, endpointId, eventType, at, durationMs };
  deps.observeAttempt({ ...facts, createdAt, correlationId: delivery.correlationId, outcome });
  const saved = recorder.record({
    ...outcome,
    ...facts,
    ownerId,
    ...(isTest === undefined ? {} : { isTest }),
    ...(healthAction === undefined ? {} : { healthAction }),
  });
  trackSaving(context, state, { deliveryId, saved });
}

/** Updates the endpoint's health; stops the drain if the endpoint is to be switched off. */
function updateHealth(
  state: DrainState,
  { endpoint, result }: Attempt,
  now: Date,
): HealthAction | undefined {
  state.health = decideHealth(state.health, isSuccess(result), now);
  const warning = state.warning ?? endpoint.warning;
  const action = decideHealthAction(state.health, { isGone: isGone(result), warning }, now);
  if (action?.kind === 'warn') state.warning = action;
  if (action?.kind === 'switch_off') stop(state);
  return action;
}

interface Saving {
  readonly deliveryId: string;
  readonly saved: Promise<void>;
}

function trackSaving(
  context: DrainContext,
  state: DrainState,
  { deliveryId, saved }: Saving,
): void {
  state.saving.add(saved);
  saved.then(
    () => {
      state.saving.delete(saved);
      state.unsavedIds.delete(deliveryId);
      // Sending may have paused because of too many unsaved attempts.
      sendPending(context, state);
      state.changed.notify();
    },
    (error: unknown) => {
      fail(state, error);
    },
  );
}
