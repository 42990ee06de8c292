import { findHandled, markHandled, type Mongo, runWithOnceKey } from '@tributary/mongo';
import { backOffMs } from '@tributary/work';
import { pause } from '../pace.ts';
import {
  type ConsumerContext,
  count,
  type EventReading,
  type MayContinue,
  noteHandled,
  onceKeyOf,
  runHandler,
} from './context.ts';
import { findParkedKeys, parkedKeyOf, parkEvents } from './parked-events.ts';
import { keyOfReading, parkingBehind } from './handle-together.ts';
import { isOutage, pauseForOutage } from './outages.ts';
import { sendToDeadLetters } from './send-to-dead-letters.ts';
import { describe, verdictOn } from './verdict.ts';

const QUICK_TRIES = 3;
const quickPause = (attempt: number): number => backOffMs(attempt, { firstMs: 50, maxMs: 1_000 });
const parkedPause = (attempt: number): number =>
  backOffMs(attempt, { firstMs: 1_000, maxMs: 300_000 });

/** When to retry a parked event after its n-th failure: after 1 s, doubling up to 5 minutes. */
export const nextParkedAttempt = (mongo: Mongo, tries: number): Date =>
  new Date(mongo.clock.now().getTime() + parkedPause(Math.max(1, tries)));

/**
 * Settles one event: handled, parked or dead-lettered. Returns false where the batch ended before
 * that; the event is then delivered again.
 */
export async function handleSingly(
  context: ConsumerContext,
  reading: EventReading,
  mayContinue: MayContinue,
): Promise<boolean> {
  let attempts = 0;
  for (let tries = 1; mayContinue(); tries += 1) {
    context.pulse.beat();
    const error = await tryOnce(context, reading);
    if (error === undefined) return true;
    if (await isOutage(context, error)) {
      await pauseForOutage(context, tries);
      continue;
    }
    attempts += 1;
    if (verdictOn(error) === 'dead_letter') {
      return sendToDeadLetters(context, { message: reading.message, error, attempts }, mayContinue);
    }
    if (attempts >= QUICK_TRIES && (await park(context, reading, attempts, error))) return true;
    count(context, reading.message.topic, 'retried');
    await pause(quickPause(attempts), context.stopping);
  }
  return false;
}

/** The error of a failed attempt; undefined when the event is settled. */
async function tryOnce(context: ConsumerContext, reading: EventReading): Promise<unknown> {
  const { mongo, group } = context;
  const { topic } = reading.message;
  try {
    const onceKey = onceKeyOf(context, reading);
    if ((await findHandled(mongo, [onceKey])).size > 0) {
      count(context, topic, 'duplicate');
      return undefined;
    }
    const key = keyOfReading(reading);
    if ((await findParkedKeys(mongo, group, [key])).has(parkedKeyOf(key))) {
      context.parkedMemory.forget();
      await parkEvents(mongo, [parkingBehind(context, reading)]);
      count(context, topic, 'parked');
      context.onParked();
      return undefined;
    }
    await handleAlone(context, reading);
    noteHandled(context, topic, [reading]);
    return undefined;
  } catch (error) {
    return error ?? new Error('The handler threw nothing');
  }
}

/**
 * Runs the handler with its own transactions, each of which takes effect once for this event. The
 * event is marked as handled after that, so that a dead-lettered event can still be replayed.
 */
export async function handleAlone(context: ConsumerContext, reading: EventReading): Promise<void> {
  const onceKey = onceKeyOf(context, reading);
  await runWithOnceKey({ key: onceKey, kind: 'event' }, () => runHandler(reading));
  await markHandled(context.mongo, [onceKey]);
}

async function park(
  context: ConsumerContext,
  reading: EventReading,
  attempts: number,
  error: unknown,
): Promise<boolean> {
  const { mongo, group } = context;
  const { event, message } = reading;
  const { message: text, stack } = describe(error);
  const counted = verdictOn(error) === 'wait' ? 0 : attempts;
  const nextAttemptAt = nextParkedAttempt(mongo, 1);
  const parking = { group, eventId: event.id, message, attempts: counted, error: text };
  context.parkedMemory.forget();
  try {
    await parkEvents(mongo, [{ ...parking, nextAttemptAt }]);
  } catch (failure) {
    context.log.warn({ err: failure, group }, 'An event could not be parked; retrying');
    return false;
  }
  const facts = { group, eventId: event.id, type: event.type, error: text, stack };
  context.log.warn(facts, 'Event parked: it is retried later');
  count(context, message.topic, 'parked');
  context.onParked();
  return true;
}
