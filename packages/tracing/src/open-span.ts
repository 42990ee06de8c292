import type { Span, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { WorkSpan } from '@tributary/context';
import { isAppError } from '@tributary/errors';
import { definedOnly, type SpanAttributes } from './span-facts.ts';
import type { SpanTree } from './span-tree.ts';
import { writeTraceparent } from './traceparent.ts';

/** Whether a failed unit of work is kept; there are limits in an outage. */
export type AdmitFailure = () => boolean;

interface Parts {
  readonly span: Span;
  readonly tree: SpanTree;
  /** Whether the unit of work in this process began with it. */
  readonly isRoot: boolean;
  /** Whether its parent is in a process that does not keep it. */
  readonly isDetached: boolean;
  readonly admitFailure: AdmitFailure;
}

/** Of OpenTelemetry, which is loaded only where spans are recorded. */
const ERROR: SpanStatusCode.ERROR = 2;

/** What ended a span. */
export interface SpanEnd {
  readonly attributes?: SpanAttributes;
  /** A failure that somebody has to look at; its code or message. */
  readonly failure?: string | undefined;
}

/** Whether an error is a failure of the system, not a refusal of what was requested. */
export const isFailure = (error: unknown): boolean =>
  !isAppError(error) || error.kind === 'unavailable';

const codeOf = (error: unknown): string => {
  if (isAppError(error)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
};

/** A span without its parent, which no collector gets. It is a link instead. */
function detached(span: ReadableSpan): ReadableSpan {
  const { parentSpanContext } = span;
  if (parentSpanContext === undefined) return span;
  const links = [...span.links, { context: parentSpanContext }];
  return Object.create(span, {
    parentSpanContext: { value: undefined },
    links: { value: links },
  }) as ReadableSpan;
}

/** A span that has not ended. */
export class OpenSpan implements WorkSpan {
  readonly traceId: string;
  /** Called when it ends. */
  onEnd: (() => void) | undefined;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.traceId = parts.span.spanContext().traceId;
  }

  get span(): Span {
    return this.#parts.span;
  }

  get tree(): SpanTree {
    return this.#parts.tree;
  }

  get isKept(): boolean {
    return this.#parts.tree.isKept;
  }

  get traceparent(): string {
    const { traceId, spanId } = this.#parts.span.spanContext();
    return writeTraceparent({ traceId, spanId, isKept: this.isKept });
  }

  /** Keeps the trace from here on, whatever the ratio is. */
  keep(): void {
    this.#parts.tree.keep();
  }

  end({ attributes, failure }: SpanEnd = {}): void {
    const { span, tree, isRoot, isDetached, admitFailure } = this.#parts;
    if (attributes !== undefined) span.setAttributes(definedOnly(attributes));
    if (failure !== undefined) {
      span.setStatus({ code: ERROR, message: failure });
      if (!tree.isKept && admitFailure()) tree.keep();
    }
    span.end();
    this.onEnd?.();
    const ended = span as unknown as ReadableSpan;
    tree.ended(isDetached ? detached(ended) : ended, isRoot);
  }

  /** Ends it with an error: as failed, unless the error refuses what was requested. */
  endWith(error: unknown): void {
    const code = codeOf(error);
    this.end({
      attributes: { 'error.type': code },
      failure: isFailure(error) ? code : undefined,
    });
  }
}
