import {
  findHandled,
  isDatabaseUnavailable,
  markHandled,
  type Mongo,
  runWithOnceKey,
} from '@tributary/mongo';
import { backOffMs } from '@tributary/work';
import { pause } from '../pace.ts';
import type { IncomingMessage } from '../port.ts';
import {
  type ConsumerContext,
  count,
  type EventReading,
  noteHandled,
  onceKeyOf,
  runHandler,
} from './context.ts';
import { deadLetter } from './dead-letters.ts';
import { findParkedKeys, parkedKeyOf, parkEvents } from './parked-events.ts';
import { keyOfReading, parkingBehind } from './handle-together.ts';
import { describe, verdictOn } from './verdict.ts';

/** Whether to continue with the batch; false where it should end early. */
export type MayContinue = () => boolean;

const QUICK_TRIES = 3;
const quickPause = (attempt: number): number => backOffMs(attempt, { firstMs: 50, maxMs: 1_000 });
const outagePause = (attempt: number): number => backOffMs(attempt, { firstMs: 200, maxMs: 2_000 });
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
      await pause(outagePause(tries), context.stopping);
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
    noteHandled(context, reading);
    count(context, topic, 'handled');
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

/** Whether our database is down: the event is not at fault then. */
export async function isOutage(context: ConsumerContext, error: unknown): Promise<boolean> {
  if (!isDatabaseUnavailable(error)) return false;
  try {
    await context.mongo.ping();
    return false;
  } catch {
    context.log.warn({ group: context.group }, 'MongoDB is unavailable, events wait');
    return true;
  }
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

export interface Failed {
  readonly message: IncomingMessage;
  readonly error: unknown;
  readonly attempts: number;
}

/**
 * Puts a message into its dead-letter topic and retries as long as needed. False if the batch ended
 * before.
 */
export async function sendToDeadLetters(
  context: Pick<
    ConsumerContext,
    'mongo' | 'log' | 'group' | 'deadLetters' | 'metrics' | 'stopping' | 'pulse'
  >,
  failed: Failed,
  mayContinue: MayContinue,
): Promise<boolean> {
  const { group, log, mongo } = context;
  const { message, error, attempts } = failed;
  const letter = deadLetter({ ...failed, group, at: mongo.clock.now() });
  const { topic, partition, offset } = message;
  for (let tries = 1; mayContinue(); tries += 1) {
    try {
      await context.deadLetters.send([letter]);
      const facts = { group, topic, partition, offset, attempts, err: error };
      log.error(facts, 'Event moved to the dead-letter topic');
      count(context, topic, 'dead_lettered');
      return true;
    } catch (failure) {
      log.warn(
        { err: failure, group, topic },
        'An event could not be sent to the dead-letter topic; retrying',
      );
      context.pulse.beat();
      await pause(outagePause(tries), context.stopping);
    }
  }
  return false;
}
