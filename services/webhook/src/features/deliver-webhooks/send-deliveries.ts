import { setTimeout as pause } from 'node:timers/promises';
import { runWithContext } from '@tributary/context';
import { type Deps } from '../../deps.ts';
import { type AttemptResult, decideAfterAttempt, isSuccess } from '../../domain/delivery.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { decideHealth, isTripped, type LaneTrouble, troubleOf } from '../../domain/endpoint-health.ts';
import { ALWAYS_UNDER_WAY, decideWidth } from '../../domain/concurrency.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import { type Places } from './permits.ts';
import { type Recorder } from './attempt-recorder.ts';
import { fail, isLeased, mayBegin, stopWork, until, type Work } from './drain-state.ts';

/** What sending needs besides the lane itself. */
export interface Sending {
  readonly deps: Deps;
  readonly recorder: Recorder;
  /** For requests beyond those that every lane may have under way. */
  readonly places: Places;
}

/** Between two attempts at an endpoint that is down. */
const TRICKLE_MS = 100;
/** So long does a lane whose endpoint is down keep its place while others may wait for one. */
const YIELD_AFTER_MS = 1_000;

/** Begins as much of the queue as there is room for; each request that ends makes room for the next. */
export function sendOn(sending: Sending, work: Work): void {
  const { places } = sending;
  const { endpoint } = work;
  while (endpoint !== undefined && mayBegin(work)) {
    const isExtra = work.underWay >= ALWAYS_UNDER_WAY;
    const [row] = work.queue;
    if (row === undefined || (isExtra && !places.take())) return;
    work.queue.shift();
    void send(sending, work, { endpoint, row }).finally(() => {
      if (isExtra) places.giveBack();
      sendOn(sending, work);
    });
  }
}

/** One at a time and slowly, so that an endpoint that is down costs the others next to nothing. */
export async function trickle(sending: Sending, work: Work, endpoint: Endpoint): Promise<void> {
  await until(work, () => work.underWay === 0 || work.isStopped);
  const yieldAt = performance.now() + YIELD_AFTER_MS;
  const mayGoOn = (): boolean => !work.isStopped && isLeased(work) && performance.now() < yieldAt;
  while (isTripped(work.health) && mayGoOn()) {
    const row = work.queue.shift();
    if (row === undefined) return;
    await send(sending, work, { endpoint, row });
    if (isTripped(work.health)) await pause(TRICKLE_MS);
  }
}

interface Shipment {
  readonly endpoint: Endpoint;
  readonly row: DueDelivery;
}

/** Resolves when the attempt is over; its saving is among the work's `unsaved` then. Never rejects. */
async function send(sending: Sending, work: Work, shipment: Shipment): Promise<void> {
  const { row, endpoint } = shipment;
  const { deps } = sending;
  work.underWay += 1;
  try {
    const at = deps.clock.now();
    const { correlationId } = row;
    const result = await runWithContext({ correlationId }, () => deps.attempt(endpoint, row, at));
    mindWidth(work, result, deps.config.WEBHOOK_IN_FLIGHT_PER_ENDPOINT);
    // Cut by the stop of this process, or somebody else's by now: it is tried again, not counted.
    if (!work.isLost) note(sending, work, { ...shipment, at, result });
  } catch (error) {
    fail(work, error);
  } finally {
    work.underWay -= 1;
    work.bell.ring();
  }
}

function mindWidth(work: Work, result: AttemptResult, atMost: number): void {
  const moreWaits = work.queue.length > 0;
  const answered = { succeeded: isSuccess(result), durationMs: result.durationMs, moreWaits };
  work.width = decideWidth(work.width, answered, atMost);
}

interface Attempt extends Shipment {
  readonly at: Date;
  readonly result: AttemptResult;
}

/** Decides what an attempt comes to, and has it saved. */
function note(sending: Sending, work: Work, attempt: Attempt): void {
  const { deps, recorder } = sending;
  const { endpoint, row, at, result } = attempt;
  const now = deps.clock.now();
  const policy = {
    baseMs: deps.config.WEBHOOK_RETRY_BASE_SECONDS * 1000,
    random: deps.random(),
  };
  const { endpointGone, ...after } = decideAfterAttempt(row.attempts, result, policy, now);
  work.health = decideHealth(work.health, isSuccess(result), now);
  const warning = work.warning ?? endpoint.warning;
  const trouble = troubleOf(work.health, { isGone: endpointGone, warning }, now);
  mindTrouble(work, trouble);
  const { durationMs } = result;
  const { _id: deliveryId, endpointId, ownerId, eventType, createdAt, isTest } = row;
  const facts = { deliveryId, endpointId, eventType, at, durationMs };
  deps.observeAttempt({ ...facts, createdAt, correlationId: row.correlationId, after });
  const saved = recorder.record({
    ...after,
    ...facts,
    ownerId,
    ...(isTest === undefined ? {} : { isTest }),
    ...(trouble === undefined ? {} : { trouble }),
  });
  mindSaving(sending, work, { deliveryId, saved });
}

function mindTrouble(work: Work, trouble: LaneTrouble | undefined): void {
  if (trouble?.kind === 'warning') work.warning = trouble;
  else if (trouble !== undefined) stopWork(work);
}

interface Saving {
  readonly deliveryId: string;
  readonly saved: Promise<void>;
}

function mindSaving(sending: Sending, work: Work, { deliveryId, saved }: Saving): void {
  work.unsaved.add(saved);
  saved.then(
    () => {
      work.unsaved.delete(saved);
      work.inHand.delete(deliveryId);
      // It may have waited for this.
      sendOn(sending, work);
      work.bell.ring();
    },
    (error: unknown) => {
      fail(work, error);
    },
  );
}
