import { runWithContext } from '@tributary/context';
import type { Log, Mongo } from '@tributary/mongo';
import { SECOND_MS } from '@tributary/units';
import { header } from '../envelope.ts';
import type { Pulse } from '../health.ts';
import type { MessagingMetrics, Outcome } from '../metrics.ts';
import type { SharedProducer } from './dead-letters.ts';
import type { Consumer, EventConsumer } from './handlers.ts';
import type { ParkedMemory } from './parked-memory.ts';
import type { Reading } from './read-message.ts';

export type Exclusively = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What the parts of one group's consumer share, whether events come singly or in bulk. */
export interface GroupContext<Handler = Consumer> {
  readonly mongo: Mongo;
  readonly log: Log;
  readonly group: string;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly deadLetters: SharedProducer;
  readonly metrics: MessagingMetrics;
  readonly pulse: Pulse;
  readonly stopping: AbortSignal;
  /** Runs work one after the other whose writes would conflict. */
  readonly exclusively: Exclusively;
  /** Lets calls go first. */
  readonly yieldToCalls: () => Promise<void>;
}

export interface ConsumerContext extends GroupContext<EventConsumer> {
  /** Counted attempts before an event is dead-lettered. */
  readonly maxAttempts: number;
  readonly parkedMemory: ParkedMemory;
  /** Wakes the loop that retries parked events. */
  readonly onParked: () => void;
}

/** Whether to continue with the batch; false where it should end early. */
export type MayContinue = () => boolean;

export type EventReading<Handler = EventConsumer> = Extract<Reading<Handler>, { kind: 'event' }>;

/** The key under which this group marks an event as handled. */
export const onceKeyOf = ({ group }: ConsumerContext, { event }: EventReading): string =>
  `${group}:${event.id}`;

/** As W3C Trace Context defines it; any other is left out. */
const TRACE_PARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Calls the handler in the context of the event. */
export function runHandler({ handler, event, message }: EventReading): Promise<void> {
  const traceparent = message.headers[header.traceparent] ?? '';
  const context = {
    correlationId: event.correlationId,
    ...(TRACE_PARENT.test(traceparent) ? { traceparent } : {}),
  };
  // Async, so that a handler that throws synchronously fails like any other.
  return runWithContext(context, async () => handler.handle(event));
}

/**
 * Counts events of one topic as handled, and logs each, so that its correlation id can be followed
 * through the logs.
 */
export function noteHandled(
  context: GroupContext,
  topic: string,
  readings: readonly EventReading<Pick<EventConsumer, 'eventType'>>[],
): void {
  const now = Date.now();
  for (const { handler, event } of readings) {
    const delayMs = Math.max(0, now - event.occurredAt.getTime());
    context.metrics.delay.observe({ group: context.group, topic }, delayMs / SECOND_MS);
    if (handler.eventType.frequent) continue;
    const { id, type, correlationId } = event;
    runWithContext({ correlationId }, () => {
      context.log.info({ event: type, event_id: id }, 'event handled');
    });
  }
  count(context, topic, 'handled', readings.length);
}

export function count(
  context: Pick<GroupContext, 'metrics' | 'group' | 'pulse'>,
  topic: string,
  outcome: Outcome,
  events = 1,
): void {
  context.pulse.beat();
  if (events > 0) context.metrics.events.inc({ group: context.group, topic, outcome }, events);
}
