import type { Mongo, Log } from '@tributary/mongo';
import { backOffMs } from '@tributary/work';
import type { MessagingMetrics } from '../metrics.ts';
import { pause, withHeartbeats } from '../pace.ts';
import type { Pulse } from '../health.ts';
import type { IncomingBatch } from '../port.ts';
import { count, type EventReading, type Exclusively, noteHandled } from './context.ts';
import type { SharedProducer } from './dead-letters.ts';
import { groupByType } from './group-by-type.ts';
import { resolve } from './handle-batch.ts';
import type { BulkConsumer } from './handlers.ts';
import { type Reading, readMessage } from './read-message.ts';
import { sendToDeadLetters, type MayContinue } from './handle-singly.ts';
import { attemptLimit, verdictOn } from './verdict.ts';

const PER_CALL = 1_000;
/** About six seconds: longer would hold up the partition for one bad event. */
const TRIES = 7;
const retryPause = (attempt: number): number => backOffMs(attempt, { firstMs: 100, maxMs: 5_000 });

/** What the bulk consumer of a group needs. */
export interface BulkContext {
  readonly mongo: Mongo;
  readonly log: Log;
  readonly group: string;
  readonly handlers: ReadonlyMap<string, BulkConsumer>;
  readonly deadLetters: SharedProducer;
  readonly metrics: MessagingMetrics;
  readonly pulse: Pulse;
  readonly stopping: AbortSignal;
  readonly exclusively: Exclusively;
}

type BulkReading = EventReading<BulkConsumer>;

/** Passes a fetched batch on in bulk; it is resolved when the bulk is written. */
export async function handleBulk(context: BulkContext, batch: IncomingBatch): Promise<void> {
  for (let at = 0; at < batch.messages.length; at += PER_CALL) {
    if (!batch.isActive()) return;
    const some = batch.messages.slice(at, at + PER_CALL);
    const readings = some.map((message) => readMessage(message, context.handlers));
    const settled = await withHeartbeats(batch.heartbeat, (lost) =>
      settleAll(context, readings, () => batch.isActive() && !lost.aborted),
    );
    if (!settled) return;
    const last = some.at(-1);
    if (last !== undefined) resolve(context, batch, last.offset);
    await batch.heartbeat();
  }
}

async function settleAll(
  context: BulkContext,
  readings: readonly Reading<BulkConsumer>[],
  mayContinue: MayContinue,
): Promise<boolean> {
  for (const reading of readings) {
    if (reading.kind !== 'poison') continue;
    const failed = { message: reading.message, error: reading.error, attempts: 1 };
    if (!(await sendToDeadLetters(context, failed, mayContinue))) return false;
  }
  const events = readings.filter((reading): reading is BulkReading => reading.kind === 'event');
  for (const ofType of groupByType(events)) {
    if (!(await settleBulk(context, ofType, mayContinue))) return false;
  }
  return true;
}

/**
 * Repeats the write until it succeeds. A write that fails for a reason of its own is halved until
 * the events at fault are alone; those are dead-lettered after their attempts.
 */
async function settleBulk(
  context: BulkContext,
  readings: readonly BulkReading[],
  mayContinue: MayContinue,
): Promise<boolean> {
  const [first] = readings;
  if (first === undefined) return true;
  const { message, handler } = first;
  let attempts = 0;
  for (let tries = 1; mayContinue(); tries += 1) {
    context.pulse.beat();
    try {
      const write = () => handler.handle(readings.map(({ event }) => event));
      await (handler.oneAtATime ? context.exclusively(write) : write());
      for (const reading of readings) noteHandled(context, reading);
      count(context, message.topic, 'handled', readings.length);
      return true;
    } catch (error) {
      if (await passes(context, error)) {
        await pause(retryPause(tries), context.stopping);
        continue;
      }
      if (readings.length > 1) return settleHalves(context, readings, mayContinue);
      attempts += 1;
      if (verdictOn(error) === 'dead_letter' || attempts >= attemptLimit(error, TRIES)) {
        return sendToDeadLetters(context, { message, error, attempts }, mayContinue);
      }
      count(context, message.topic, 'retried');
      await pause(retryPause(attempts), context.stopping);
    }
  }
  return false;
}

async function settleHalves(
  context: BulkContext,
  readings: readonly BulkReading[],
  mayContinue: MayContinue,
): Promise<boolean> {
  const middle = Math.ceil(readings.length / 2);
  const first = await settleBulk(context, readings.slice(0, middle), mayContinue);
  return first && settleBulk(context, readings.slice(middle), mayContinue);
}

/** Whether waiting is enough: an engine is down, or a service requested a pause. */
async function passes(context: BulkContext, error: unknown): Promise<boolean> {
  if (verdictOn(error) === 'wait') return true;
  try {
    await context.mongo.ping();
    return false;
  } catch {
    context.log.warn({ group: context.group }, 'MongoDB is unavailable, bulk writes wait');
    return true;
  }
}
