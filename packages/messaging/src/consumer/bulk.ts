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
import { bury, type MayGoOn } from './singly.ts';
import { attemptLimit, verdictOn } from './verdict.ts';

const PER_CALL = 1_000;
/** Some six seconds: longer would hold up the partition for one bad event. */
const TRIES = 7;
const retryPause = (attempt: number): number => backOffMs(attempt, { firstMs: 100, maxMs: 5_000 });

/** What the bulk part of a group's consumer needs. */
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

/** Hands a fetched batch on in bulk; resolved when the bulk is written. */
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
  mayGoOn: MayGoOn,
): Promise<boolean> {
  for (const reading of readings) {
    if (reading.kind !== 'poison') continue;
    const failed = { message: reading.message, error: reading.error, attempts: 1 };
    if (!(await bury(context, failed, mayGoOn))) return false;
  }
  const events = readings.filter((reading): reading is BulkReading => reading.kind === 'event');
  for (const ofType of groupByType(events)) {
    if (!(await settleBulk(context, ofType, mayGoOn))) return false;
  }
  return true;
}

/**
 * Repeats the write until it succeeds. One that fails for a reason of its own is halved until the
 * events at fault stand alone; those are set aside after their tries.
 */
async function settleBulk(
  context: BulkContext,
  readings: readonly BulkReading[],
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const [first] = readings;
  if (first === undefined) return true;
  const { message, handler } = first;
  let attempts = 0;
  for (let tries = 1; mayGoOn(); tries += 1) {
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
      if (readings.length > 1) return settleHalves(context, readings, mayGoOn);
      attempts += 1;
      if (verdictOn(error) === 'bury' || attempts >= attemptLimit(error, TRIES)) {
        return bury(context, { message, error, attempts }, mayGoOn);
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
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const middle = Math.ceil(readings.length / 2);
  const first = await settleBulk(context, readings.slice(0, middle), mayGoOn);
  return first && settleBulk(context, readings.slice(middle), mayGoOn);
}

/** Whether waiting alone will mend it: an engine is away, or something asked for time. */
async function passes(context: BulkContext, error: unknown): Promise<boolean> {
  if (verdictOn(error) === 'wait') return true;
  try {
    await context.mongo.ping();
    return false;
  } catch {
    context.log.warn({ group: context.group }, 'MongoDB is away, bulk writes wait');
    return true;
  }
}
