import type { EventConsumer } from './handlers.ts';
import type { MessagingMetrics } from '../metrics.ts';
import { withHeartbeats } from '../pace.ts';
import type { IncomingBatch } from '../port.ts';
import { type ConsumerContext, count, type EventReading, type MayContinue } from './context.ts';
import { inHalves } from './halves.ts';
import { type Reading, readMessage } from './read-message.ts';
import { handleSingly } from './handle-singly.ts';
import { handleTogether } from './handle-together.ts';
import { isOutage, pauseForOutage } from './outages.ts';
import { sendPoison } from './send-to-dead-letters.ts';

/** The most events in one transaction: a larger one gains nothing and costs more to repeat. */
const TOGETHER = 100;

/**
 * Handles a fetched batch in runs. Each run is resolved when it is settled, so an early end loses
 * nothing.
 */
export async function handleBatch(context: ConsumerContext, batch: IncomingBatch): Promise<void> {
  const readings = batch.messages.map((message) => readMessage(message, context.handlers));
  for (const run of runsOf(readings)) {
    if (!batch.isActive()) return;
    if (run.length === TOGETHER) await context.yieldToCalls();
    const settled = await whileActive(batch, (mayContinue) =>
      handleRun(context, run, batch, mayContinue),
    );
    await batch.heartbeat();
    if (!settled) return;
  }
}

/** The messages in order, split where one must be handled alone. */
function runsOf(readings: readonly Reading<EventConsumer>[]): Reading<EventConsumer>[][] {
  const runs: Reading<EventConsumer>[][] = [];
  let open: Reading<EventConsumer>[] = [];
  const close = () => {
    if (open.length > 0) runs.push(open);
    open = [];
  };
  for (const reading of readings) {
    if (isAlone(reading)) {
      close();
      runs.push([reading]);
    } else {
      open.push(reading);
      if (open.length === TOGETHER) close();
    }
  }
  close();
  return runs;
}

const isAlone = (reading: Reading<EventConsumer>): boolean =>
  reading.kind === 'poison' || (reading.kind === 'event' && reading.handler.alone);

async function handleRun(
  context: ConsumerContext,
  run: readonly Reading<EventConsumer>[],
  batch: IncomingBatch,
  mayContinue: MayContinue,
): Promise<boolean> {
  if (!run.some(isAlone)) {
    const handled = await tryTogether(context, run, mayContinue);
    if (handled) {
      const last = run.at(-1);
      if (last !== undefined) resolve(context, batch, last.message.offset);
      return true;
    }
    // Halved until the failing event is alone, so that one bad event does not cost each of the
    // others a transaction.
    if (run.length > 1) {
      return inHalves(run, (half) => handleRun(context, half, batch, mayContinue));
    }
  }
  for (const reading of run) {
    if (!(await settle(context, reading, mayContinue))) return false;
    resolve(context, batch, reading.message.offset);
  }
  return true;
}

/** False where they have to be handled in smaller parts. */
async function tryTogether(
  context: ConsumerContext,
  run: readonly Reading<EventConsumer>[],
  mayContinue: MayContinue,
): Promise<boolean> {
  const events = run.filter((reading): reading is EventReading => reading.kind === 'event');
  for (let tries = 1; mayContinue(); tries += 1) {
    try {
      await handleTogether(context, events, mayContinue);
      const [first] = run;
      if (first) count(context, first.message.topic, 'skipped', run.length - events.length);
      return true;
    } catch (error) {
      context.pulse.beat();
      if (!mayContinue()) return false;
      if (!(await isOutage(context, error))) {
        context.log.debug(
          { err: error, events: events.length },
          'A batch failed; its halves are tried',
        );
        return false;
      }
      await pauseForOutage(context, tries);
    }
  }
  return false;
}

async function settle(
  context: ConsumerContext,
  reading: Reading<EventConsumer>,
  mayContinue: MayContinue,
): Promise<boolean> {
  const { message } = reading;
  if (reading.kind === 'event') return handleSingly(context, reading, mayContinue);
  if (reading.kind === 'poison') return sendPoison(context, reading, mayContinue);
  count(context, message.topic, 'skipped');
  return true;
}

/** Works on a batch with heartbeats, as long as this member has its partition. */
export const whileActive = <Result>(
  batch: IncomingBatch,
  work: (mayContinue: MayContinue) => Promise<Result>,
): Promise<Result> =>
  withHeartbeats(batch.heartbeat, (lost) => work(() => batch.isActive() && !lost.aborted));

/** Marks progress and sets the lag of the partition. */
export function resolve(
  { metrics, group }: { readonly metrics: MessagingMetrics; readonly group: string },
  batch: IncomingBatch,
  offset: string,
): void {
  batch.resolve(offset);
  const { topic, partition, highWatermark } = batch;
  const left = Number(BigInt(highWatermark) - BigInt(offset) - 1n);
  metrics.lag.set({ group, topic, partition: String(partition) }, Math.max(0, left));
}
