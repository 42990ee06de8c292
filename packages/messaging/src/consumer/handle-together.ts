import {
  findHandled,
  isDuplicateKey,
  markHandled,
  runInTransaction,
  type Session,
} from '@tributary/mongo';
import {
  type ConsumerContext,
  count,
  type EventReading,
  type MayContinue,
  noteHandled,
  onceKeyOf,
  runHandler,
  runTogether,
} from './context.ts';
import { groupByType } from './group-by-type.ts';
import {
  findParkedKeys,
  orderingKey,
  parkedKeyOf,
  parkEvents,
  type Parking,
} from './parked-events.ts';

/**
 * Handles events of one partition in one transaction, which saves a commit for each. On any error
 * nothing is kept, and the caller retries the halves.
 */
export async function handleTogether(
  context: ConsumerContext,
  readings: readonly EventReading[],
  mayContinue: MayContinue,
): Promise<void> {
  const [first] = readings;
  if (first === undefined) return;
  const { topic } = first.message;
  // Transactions of several partitions would conflict on the same sums.
  const meet = readings.some(({ handler }) => handler.handleSeveral !== undefined);
  const handle = async (): Promise<Handled> => {
    // The batch may have ended while others had their turn.
    if (!mayContinue()) throw new BatchEnded('The batch ended before its turn');
    return handleOptimistically(context, readings);
  };
  const { done, behind } = await (meet ? context.exclusively(handle) : handle());
  noteHandled(context, topic, done);
  count(context, topic, 'parked', behind);
  count(context, topic, 'duplicate', readings.length - done.length - behind);
  if (behind > 0) context.onParked();
}

interface Handled {
  readonly done: readonly EventReading[];
  readonly behind: number;
}

/** Nothing was begun. */
class BatchEnded extends Error {}

/** An event of the batch was handled before; nothing of the batch was kept. */
class HandledBefore extends Error {}

/** Treats all events as new, which they mostly are: the inbox refuses the others. */
async function handleOptimistically(
  context: ConsumerContext,
  readings: readonly EventReading[],
): Promise<Handled> {
  const handle = (known: ReadonlySet<string>) =>
    runInTransaction(context.mongo, ({ session }) => handleAll(context, readings, known, session));
  try {
    return await handle(new Set());
  } catch (error) {
    if (!(error instanceof HandledBefore)) throw error;
    const keys = readings.map((reading) => onceKeyOf(context, reading));
    return handle(await findHandled(context.mongo, keys));
  }
}

async function handleAll(
  context: ConsumerContext,
  readings: readonly EventReading[],
  known: ReadonlySet<string>,
  session: Session,
): Promise<Handled> {
  const { mongo } = context;
  // A relay that crashed may have published an event twice into one batch.
  const fresh = new Map<string, EventReading>();
  for (const reading of readings) {
    const onceKey = onceKeyOf(context, reading);
    if (!known.has(onceKey) && !fresh.has(onceKey)) fresh.set(onceKey, reading);
  }
  const parked = await parkedKeysOf(context, [...fresh.values()], session);
  const behind: Parking[] = [];
  for (const [onceKey, reading] of fresh) {
    if (!parked.has(parkedKeyOf(keyOfReading(reading)))) continue;
    behind.push(parkingBehind(context, reading));
    fresh.delete(onceKey);
  }
  await mark(context, [...fresh.keys()], session);
  for (const alike of groupByType([...fresh.values()], kindOf)) await runHandlers(alike);
  await parkEvents(mongo, behind, session);
  return { done: [...fresh.values()], behind: behind.length };
}

const kindOf = ({ handler, event }: EventReading): unknown => handler.useCase ?? event.type;

/** Handles events of one type or use case, together where the handler supports it. */
async function runHandlers(readings: readonly EventReading[]): Promise<void> {
  const several = readings[0]?.handler.handleSeveral;
  if (several !== undefined && readings.length > 1) {
    await runTogether(readings, () => several(readings.map(({ event }) => event)));
    return;
  }
  for (const reading of readings) await runHandler(reading);
}

async function parkedKeysOf(
  context: ConsumerContext,
  readings: readonly EventReading[],
  session: Session,
): Promise<Set<string>> {
  if (await context.parkedMemory.isEmpty()) return new Set();
  // This very batch may park more.
  context.parkedMemory.forget();
  return findParkedKeys(context.mongo, context.group, readings.map(keyOfReading), session);
}

async function mark(
  { mongo }: ConsumerContext,
  onceKeys: readonly string[],
  session: Session,
): Promise<void> {
  try {
    await markHandled(mongo, onceKeys, session);
  } catch (error) {
    throw isDuplicateKey(error) ? new HandledBefore('Handled before', { cause: error }) : error;
  }
}

export const keyOfReading = ({ message, event }: EventReading) => ({
  topic: message.topic,
  key: orderingKey(message, event.id),
});

/** Parks an event whose key has parked events, so that it does not overtake them. */
export const parkingBehind = (context: ConsumerContext, reading: EventReading): Parking => ({
  group: context.group,
  eventId: reading.event.id,
  message: reading.message,
  attempts: 0,
  error: null,
  nextAttemptAt: context.mongo.clock.now(),
});
