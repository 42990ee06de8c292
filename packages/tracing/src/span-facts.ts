import type { TraceParent } from './traceparent.ts';

/** What a span shows besides its time. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A unit of work, or a call that it makes. */
export interface SpanFacts {
  /** Of few values: ids are attributes. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'producer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** The `traceparent` of the span that caused it; by default the current span is its parent. */
  readonly parent?: string | undefined;
  /** The `traceparent` of further spans that caused it. */
  readonly links?: readonly string[];
  /** Kept whatever the ratio is: it concerns money, or an operator requests it. */
  readonly keep?: boolean;
  /** By `performance.now()`; now by default. */
  readonly startedAt?: number;
}

/** What ended a span. */
export interface SpanEnd {
  readonly attributes?: SpanAttributes;
  /** A failure that somebody has to look at; its code or message. */
  readonly failure?: string | undefined;
}

/** A span that has ended: what a collector gets of it. Times are by `performance.now()`. */
export interface EndedSpan extends TraceParent {
  readonly facts: SpanFacts;
  /** Undefined for the first span of a trace. */
  readonly parent: TraceParent | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: SpanEnd;
}

/** The attributes that have a value. */
export const definedOnly = (
  attributes: SpanAttributes,
): Record<string, string | number | boolean> => {
  const defined: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) defined[name] = value;
  }
  return defined;
};
