import { databaseOf, findHandled } from '@tributary/mongo';
import { backOffMs, createLease, type Lease, renewLease, type WakeSignal } from '@tributary/work';
import { pause } from '../pace.ts';
import type { ConsumerContext } from './context.ts';
import {
  alignKey,
  countParked,
  findFirstParked,
  listDueKeys,
  messageOf,
  type ParkedEvent,
  type ParkedKey,
  postpone,
  removeParked,
} from './parked-events.ts';
import { readMessage } from './read-message.ts';
import { handleAlone, nextParkedAttempt } from './handle-singly.ts';
import { isOutage } from './outages.ts';
import { sendToDeadLetters } from './send-to-dead-letters.ts';
import { attemptLimit, describe, verdictOn } from './verdict.ts';
import { count } from './context.ts';

const IDLE_MS = 2_000;
const STANDBY_MS = 2_000;
const RENEW_MS = 2_000;
const KEYS_AT_ONCE = 8;
const KEYS_PER_ROUND = 64;

/**
 * Retries the group's parked events when they are due, those of one key in order, until it stops.
 * One instance at a time does it; the inbox protects two that overlap after a takeover.
 */
export async function retryParked(
  context: ConsumerContext,
  parkedSignal: WakeSignal,
): Promise<void> {
  const { mongo, group, stopping } = context;
  const lease = createLease(databaseOf(mongo.connection), {
    name: `parked:${group}`,
    owner: mongo.newId(),
  });
  const stopRenewal = renewLease(lease, RENEW_MS);
  const wait = (attempt: number): number => backOffMs(attempt, { firstMs: 200, maxMs: 5_000 });
  let failures = 0;
  while (!stopping.aborted) {
    try {
      const idleMs = await retryDue(context, lease);
      failures = 0;
      if (idleMs > 0) await parkedSignal.wait(idleMs);
    } catch (error) {
      failures += 1;
      context.log.warn({ err: error, group }, 'Parked events cannot be read; retrying');
      await pause(wait(failures), stopping);
    }
  }
  stopRenewal();
  await lease.release();
}

/** Retries what is due. Returns how long to wait before the next round. */
async function retryDue(context: ConsumerContext, lease: Lease): Promise<number> {
  const { mongo, group, stopping } = context;
  if (!lease.isHeld() && !(await lease.acquire())) return STANDBY_MS;
  const keys = await listDueKeys(mongo, group, KEYS_PER_ROUND);
  if (keys.length === 0) {
    context.metrics.parked.set({ group }, await countParked(mongo, group));
    return IDLE_MS;
  }
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    if (stopping.aborted || !lease.isHeld()) break;
    const some = keys.slice(at, at + KEYS_AT_ONCE);
    await Promise.all(some.map((key) => retryKey(context, lease, key)));
  }
  return 0;
}

/** Retries a key's events in order until one has to wait. */
async function retryKey(context: ConsumerContext, lease: Lease, key: ParkedKey): Promise<void> {
  const { mongo, group, stopping } = context;
  while (!stopping.aborted && lease.isHeld()) {
    const parked = await findFirstParked(mongo, group, key);
    if (parked === null) return;
    if (parked.nextAttemptAt > mongo.clock.now()) {
      await alignKey(mongo, parked, parked.nextAttemptAt);
      return;
    }
    if (!(await retry(context, parked))) return;
    await removeParked(mongo, parked);
  }
}

/** Whether the event is settled and can be removed. */
async function retry(context: ConsumerContext, parked: ParkedEvent): Promise<boolean> {
  const message = messageOf(parked);
  const reading = readMessage(message, context.handlers);
  // A deployment may have removed its handler.
  if (reading.kind === 'skip') return true;
  const attempts = parked.attempts + 1;
  if (reading.kind === 'poison') return deadLetterParked(context, parked, reading.error, attempts);
  try {
    if ((await findHandled(context.mongo, [parked._id])).size === 0) {
      await handleAlone(context, reading);
      count(context, parked.topic, 'handled');
    }
    return true;
  } catch (error) {
    if (await isOutage(context, error)) throw error;
    const verdict = verdictOn(error);
    const isLast = verdict === 'retry' && attempts >= attemptLimit(error, context.maxAttempts);
    if (verdict === 'dead_letter' || isLast)
      return deadLetterParked(context, parked, error, attempts);
    count(context, parked.topic, 'retried');
    await postpone(context.mongo, parked, {
      counts: verdict === 'retry',
      error: describe(error).message,
      nextAttemptAt: nextParkedAttempt(context.mongo, parked.tries + 1),
    });
    return false;
  }
}

const deadLetterParked = (
  context: ConsumerContext,
  parked: ParkedEvent,
  error: unknown,
  attempts: number,
): Promise<boolean> =>
  sendToDeadLetters(
    context,
    { message: messageOf(parked), error, attempts },
    () => !context.stopping.aborted,
  );
