import { KIB } from '@tributary/units';
import { backOffMs } from '@tributary/work';
import { pause } from '../pace.ts';
import type { IncomingBatch } from '../port.ts';
import {
  count,
  type EventReading,
  type GroupContext,
  type MayContinue,
  noteHandled,
  runTogether,
} from './context.ts';
import { groupByType } from './group-by-type.ts';
import { inHalves } from './halves.ts';
import { resolve, whileActive } from './handle-batch.ts';
import type { BulkConsumer } from './handlers.ts';
import { isDatabaseDown } from './outages.ts';
import { type Reading, readMessage } from './read-message.ts';
import { sendPoison, sendToDeadLetters } from './send-to-dead-letters.ts';
import { attemptLimit, verdictOn } from './verdict.ts';

const PER_CALL = 1_000;
/** A batch of so much is part of a backlog: what comes continuously makes smaller ones. */
const BACKLOG_BYTES = 64 * KIB;
/** About six seconds: longer would hold up the partition for one bad event. */
const TRIES = 7;
const retryPause = (attempt: number): number => backOffMs(attempt, { firstMs: 100, maxMs: 5_000 });

type BulkContext = GroupContext<BulkConsumer>;
type BulkReading = EventReading<BulkConsumer>;

const bytesOf = ({ messages }: IncomingBatch): number =>
  messages.reduce((bytes, { value }) => bytes + (value?.length ?? 0), 0);

/**
 * Passes a fetched batch on in bulk; it is resolved when the bulk is written. A backlog lets calls go first; small
 * batches do not, because there are calls that wait for them.
 */
export async function handleBulk(context: BulkContext, batch: IncomingBatch): Promise<void> {
  const isBacklog = bytesOf(batch) >= BACKLOG_BYTES;
  for (let at = 0; at < batch.messages.length; at += PER_CALL) {
    if (!batch.isActive()) return;
    if (isBacklog) await context.yieldToCalls();
    const some = batch.messages.slice(at, at + PER_CALL);
    const readings = some.map((message) => readMessage(message, context.handlers));
    const settled = await whileActive(batch, (mayContinue) =>
      settleAll(context, readings, mayContinue),
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
    if (reading.kind === 'poison' && !(await sendPoison(context, reading, mayContinue)))
      return false;
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
      const events = readings.map(({ event }) => event);
      const write = () => runTogether(readings, () => handler.handle(events));
      await (handler.oneAtATime ? context.exclusively(write) : write());
      noteHandled(context, message.topic, readings);
      return true;
    } catch (error) {
      if (await passes(context, error)) {
        await pause(retryPause(tries), context.stopping);
        continue;
      }
      if (readings.length > 1) {
        return inHalves(readings, (half) => settleBulk(context, half, mayContinue));
      }
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

/** Whether waiting is enough: an engine is down, or a service requested a pause. */
const passes = async (context: BulkContext, error: unknown): Promise<boolean> =>
  verdictOn(error) === 'wait' || isDatabaseDown(context);
