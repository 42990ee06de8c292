import { randomUUIDv7 } from 'node:crypto';
import { currentContext, nameSpan, runWithContext, spanNamed } from '@tributary/context';
import { tracing } from './current.ts';
import { OpenSpan } from './open-span.ts';
import type { SpanFacts } from './span-facts.ts';
import { isKeptTraceparent } from './traceparent.ts';

/** Whether the process records spans. */
export const isTracing = (): boolean => tracing.recorder !== undefined;

/** The span in which the current work runs; undefined where it is not traced. */
export function currentSpan(): OpenSpan | undefined {
  const span = currentContext()?.span;
  return span instanceof OpenSpan ? span : undefined;
}

/**
 * Starts a span that its caller ends, and under which work runs that gets it with its context. Undefined where nothing
 * is traced.
 */
export const openSpan = (facts: SpanFacts): OpenSpan | undefined => tracing.recorder?.open(facts);

/** Starts the span of a unit of work, which work for several units finds by its correlation id (`runWithContext`). */
export function openUnit(correlationId: string, facts: SpanFacts): OpenSpan | undefined {
  const span = openSpan(facts);
  if (span !== undefined) span.onEnd = nameSpan(correlationId, span);
  return span;
}

/** Runs a unit of work under a correlation id, in a span of its own where it is traced. */
export function tracedUnit<T>(
  correlationId: string,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  const span = openUnit(correlationId, facts);
  return runWithContext({ correlationId, span }, () => endingWith(span, work));
}

/** What a record stores of the current work, or of that under a correlation id, so that later work on it joins the trace: nothing unless that is kept. */
export function storedTraceparent(correlationId?: string): { readonly traceparent?: string } {
  const current = currentContext()?.span;
  const span = correlationId === undefined ? current : (spanNamed(correlationId) ?? current);
  const traceparent = span?.traceparent;
  return isKeptTraceparent(traceparent) ? { traceparent } : {};
}

/** Whether a trace that begins here is kept by the ratio; called before a hot call gets a span at all. */
export const drawsTrace = (): boolean => tracing.recorder?.draws() ?? false;

/**
 * Starts a unit of work for a caller who is not one of our services: the trace goes on, but its flag does not make
 * us keep it.
 */
export const openSpanAtEdge = (facts: SpanFacts): OpenSpan | undefined =>
  tracing.recorder?.openAtEdge(facts);

/** Runs work in the current context, as part of a span. */
export function runInSpan<T>(span: OpenSpan | undefined, work: () => T): T {
  if (span === undefined) return work();
  const context = currentContext() ?? { correlationId: randomUUIDv7() };
  return runWithContext({ ...context, span }, work);
}

/** Runs work in a span of its own. Where nothing is traced, only the work runs. */
export function traced<T>(facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const span = openSpan(facts);
  if (span === undefined) return work();
  return runInSpan(span, () => endingWith(span, work));
}

async function endingWith<T>(span: OpenSpan | undefined, work: () => Promise<T>): Promise<T> {
  if (span === undefined) return work();
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.endWith(error);
    throw error;
  }
}

/** Keeps the trace of the current work from here on: it moves money. */
export const keepTrace = (): void => {
  currentSpan()?.keep();
};

/** Records what has ended already, as part of the current work; nothing where that is not traced. */
export function recordEnded(
  facts: SpanFacts & { readonly startedAt: number },
  error?: unknown,
): void {
  if (currentSpan() === undefined) return;
  const span = openSpan(facts);
  if (error === undefined) span?.end();
  else span?.endWith(error);
}

/** The id of a span's trace where it is kept, so that somebody can look at it. */
export const keptTraceId = (span: OpenSpan | undefined): string | undefined =>
  span?.isKept === true ? span.traceId : undefined;

/**
 * Records a call of a hot path after it has ended: only where its caller keeps the trace or it has failed, so that
 * others cost nothing.
 */
export function recordHotCall(
  facts: SpanFacts & { readonly startedAt: number },
  failure: string | undefined,
): void {
  const { recorder } = tracing;
  if (recorder === undefined) return;
  const isKept = isKeptTraceparent(facts.parent);
  if (!isKept && (failure === undefined || !recorder.admitsFailure())) return;
  recorder.open({ ...facts, keep: true }).end({ failure });
}
