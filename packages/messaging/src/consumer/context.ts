import { runWithContext } from '@tributary/context';
import type { Log, Mongo } from '@tributary/mongo';
import { header } from '../envelope.ts';
import type { Pulse } from '../health.ts';
import type { MessagingMetrics, Outcome } from '../metrics.ts';
import type { SharedProducer } from './dead-letters.ts';
import type { EventConsumer } from './handlers.ts';
import type { ParkedMemory } from './parked-memory.ts';
import type { Reading } from './read-message.ts';

export type Exclusively = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What the parts of one group's consumer share. */
export interface ConsumerContext {
  readonly mongo: Mongo;
  readonly log: Log;
  readonly group: string;
  readonly handlers: ReadonlyMap<string, EventConsumer>;
  readonly deadLetters: SharedProducer;
  readonly metrics: MessagingMetrics;
  readonly pulse: Pulse;
  readonly stopping: AbortSignal;
  /** Counted attempts before an event is dead-lettered. */
  readonly maxAttempts: number;
  readonly parkedMemory: ParkedMemory;
  /** Runs work one after the other whose transactions would conflict. */
  readonly exclusively: Exclusively;
  /** Wakes the loop that retries parked events. */
  readonly onParked: () => void;
}

export type EventReading<Handler = EventConsumer> = Extract<Reading<Handler>, { kind: 'event' }>;

/** The key under which this group marks an event as handled. */
export const onceKeyOf = ({ group }: ConsumerContext, { event }: EventReading): string =>
  `${group}:${event.id}`;

/** Calls the handler in the context of the event. */
export function runHandler({ handler, event, message }: EventReading): Promise<void> {
  const traceparent = message.headers[header.traceparent];
  const context = {
    correlationId: event.correlationId,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  // Async, so that a handler that throws synchronously fails like any other.
  return runWithContext(context, async () => handler.handle(event));
}

/** Logs that an event was handled, so that its correlation id can be followed through the logs. */
export function noteHandled(
  { log }: Pick<ConsumerContext, 'log'>,
  { handler, event }: Pick<EventReading<Pick<EventConsumer, 'eventType'>>, 'handler' | 'event'>,
): void {
  if (handler.eventType.frequent) return;
  const { id, type, correlationId } = event;
  runWithContext({ correlationId }, () => {
    log.info({ event: type, event_id: id }, 'event handled');
  });
}

export function count(
  context: Pick<ConsumerContext, 'metrics' | 'group' | 'pulse'>,
  topic: string,
  outcome: Outcome,
  events = 1,
): void {
  context.pulse.beat();
  if (events > 0) context.metrics.events.inc({ group: context.group, topic, outcome }, events);
}
