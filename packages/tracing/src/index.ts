export type { LossReason } from './export-queue.ts';
export { isFailure } from './open-span.ts';
export type { OpenSpan } from './open-span.ts';
export type { SpanAttributes, SpanFacts } from './span-facts.ts';
export { startTracing } from './start-tracing.ts';
export type { RunningTracing } from './start-tracing.ts';
export {
  currentSpan,
  drawsTrace,
  isTracing,
  keepTrace,
  keptTraceId,
  openSpan,
  openSpanAtEdge,
  openUnit,
  recordEnded,
  recordHotCall,
  runInSpan,
  storedTraceparent,
  traced,
  tracedUnit,
} from './traced.ts';
export { isKeptTraceparent, readTraceparent } from './traceparent.ts';
