import { runWithContext } from '@tributary/context';
import { observeTraced } from '@tributary/metrics';
import type { Log, Mongo } from '@tributary/mongo';
import {
  isKeptTraceparent,
  isTracing,
  openUnit,
  readTraceparent,
  runInSpan,
  type SpanFacts,
  tracedUnit,
} from '@tributary/tracing';
import { SECOND_MS } from '@tributary/units';
import { header } from '../envelope.ts';
import type { Pulse } from '../health.ts';
import type { IncomingMessage } from '../port.ts';
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

type TracedReading = EventReading<Pick<EventConsumer, 'eventType'>>;

const traceparentOf = ({ message }: TracedReading): string | undefined =>
  message.headers[header.traceparent];

const keptTraceOf = (message: IncomingMessage): string | undefined => {
  const parent = readTraceparent(message.headers[header.traceparent]);
  return parent?.isKept === true ? parent.traceId : undefined;
};

/** What the span of an event's handling shows; it is part of the trace that caused the event. */
const spanOf = (reading: TracedReading, links: readonly string[] = []): SpanFacts => ({
  name: `handle ${reading.event.type}`,
  kind: 'consumer',
  attributes: {
    'messaging.system': 'kafka',
    'messaging.destination.name': reading.message.topic,
    'messaging.message.id': reading.event.id,
  },
  // An event without a trace begins one, whatever trace its batch is part of.
  parent: traceparentOf(reading) ?? '',
  links,
});

const openEventSpan = (reading: TracedReading, links?: readonly string[]) =>
  openUnit(reading.event.correlationId, spanOf(reading, links));

/** Calls the handler in the context of the event. */
export const runHandler = (reading: EventReading): Promise<void> =>
  // Async, so that a handler that throws synchronously fails like any other.
  tracedUnit(reading.event.correlationId, spanOf(reading), async () =>
    reading.handler.handle(reading.event),
  );

/** The most events of one call whose handling has a span of its own. */
const MAX_SPANS = 64;

/**
 * Calls a handler for several events. Each whose trace is kept gets a span, which the handler finds by the event's
 * correlation id; what the handler does for all of them is part of the first one's, which links to the others.
 */
export async function runTogether(
  readings: readonly TracedReading[],
  work: () => Promise<void>,
): Promise<void> {
  const [any] = readings;
  if (any === undefined || !isTracing()) return work();
  const kept = readings.filter((one) => isKeptTraceparent(traceparentOf(one))).slice(0, MAX_SPANS);
  const [first = any, ...others] = kept;
  const links = others.flatMap((one) => traceparentOf(one) ?? []);
  const leading = openEventSpan(first, links);
  const spans = [leading, ...others.map((one) => openEventSpan(one))];
  try {
    await runInSpan(leading, work);
    for (const span of spans) span?.end();
  } catch (error) {
    for (const span of spans) span?.endWith(error);
    throw error;
  }
}

/**
 * Counts events of one topic as handled, and logs each, so that its correlation id can be followed
 * through the logs.
 */
export function noteHandled(
  context: GroupContext,
  topic: string,
  readings: readonly TracedReading[],
): void {
  const now = Date.now();
  for (const { handler, event, message } of readings) {
    const delayMs = Math.max(0, now - event.occurredAt.getTime());
    observeTraced(context.metrics.delay, {
      labels: { group: context.group, topic },
      value: delayMs / SECOND_MS,
      traceId: keptTraceOf(message),
    });
    if (handler.eventType.frequent) continue;
    const { id, type, correlationId } = event;
    const trace = keptTraceOf(message);
    const line = {
      event: type,
      event_id: id,
      subject: message.key,
      delay_ms: delayMs,
      ...(trace === undefined ? {} : { trace_id: trace }),
    };
    runWithContext({ correlationId }, () => {
      context.log.info(line, 'event handled');
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
