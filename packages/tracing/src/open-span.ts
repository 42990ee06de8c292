import type { WorkSpan } from '@tributary/context';
import { isAppError } from '@tributary/errors';
import type { EndedSpan, SpanEnd, SpanFacts } from './span-facts.ts';
import { newSpanId } from './span-ids.ts';
import type { SpanTree } from './span-tree.ts';
import { type TraceParent, writeTraceparent } from './traceparent.ts';

/** Whether an error is a failure of the system, not a refusal of what was requested. */
export const isFailure = (error: unknown): boolean =>
  !isAppError(error) || error.kind === 'unavailable';

const codeOf = (error: unknown): string => {
  if (isAppError(error)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
};

const NO_OUTCOME: SpanEnd = {};

/** A span of this process. Most are never exported: it holds what it is given, and makes its id when that is read. */
export class OpenSpan implements WorkSpan, EndedSpan {
  /** Called when it ends. */
  onEnd: (() => void) | undefined;
  readonly tree: SpanTree;
  readonly facts: SpanFacts;
  readonly startedAt: number;
  endedAt = 0;
  outcome = NO_OUTCOME;
  /** The span under which it started; undefined for a unit of work. */
  readonly #within: OpenSpan | undefined;
  #spanId: string | undefined;

  constructor(facts: SpanFacts, tree: SpanTree, within?: OpenSpan) {
    this.facts = facts;
    this.tree = tree;
    this.#within = within;
    this.startedAt = facts.startedAt ?? performance.now();
  }

  get traceId(): string {
    return this.tree.traceId;
  }

  get spanId(): string {
    this.#spanId ??= newSpanId();
    return this.#spanId;
  }

  get parent(): TraceParent | undefined {
    return this.#within ?? this.tree.parent;
  }

  get isKept(): boolean {
    return this.tree.isKept;
  }

  get traceparent(): string {
    return writeTraceparent(this);
  }

  /** Keeps the trace from here on, whatever the ratio is. */
  keep(): void {
    this.tree.keep();
  }

  end(outcome = NO_OUTCOME): void {
    this.endedAt = performance.now();
    this.outcome = outcome;
    this.onEnd?.();
    this.tree.ended(this, this.#within === undefined);
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

/** Stands for the spans of a unit of work that has too many: they belong to the span in which they start. */
export class UncountedSpan extends OpenSpan {
  readonly #counted: OpenSpan;

  constructor(facts: SpanFacts, counted: OpenSpan) {
    super(facts, counted.tree, counted);
    this.#counted = counted;
  }

  override get spanId(): string {
    return this.#counted.spanId;
  }

  override end(): void {
    // The span that it stands for ends by itself.
  }
}
