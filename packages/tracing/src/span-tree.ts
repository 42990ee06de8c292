import type { EndedSpan } from './span-facts.ts';
import { newTraceId } from './span-ids.ts';
import type { TraceParent } from './traceparent.ts';

/** Takes ended spans for export. */
export type TakeSpans = (spans: readonly EndedSpan[]) => void;

/** What the units of work of a process have in common. */
export interface TreeOptions {
  readonly take: TakeSpans;
  /** Whether a failed unit of work is kept; there are limits in an outage. */
  readonly admitFailure: () => boolean;
}

/** A unit of work starts no more spans than these unless its trace is kept. */
const MAX_UNKEPT = 64;

/**
 * The spans of one unit of work in this process. They wait until it is known whether the trace is kept:
 * by its parent, by the ratio, or because something failed. It lives as long as the work that refers to it.
 */
export class SpanTree {
  /** The span of another process that caused the work. */
  readonly parent: TraceParent | undefined;
  readonly #options: TreeOptions;
  #traceId: string | undefined;
  #waiting: EndedSpan[] = [];
  #started = 0;
  #isKept: boolean;
  /** Ended without being kept: spans of work that goes on have lost their parent. */
  #isDropped = false;

  constructor(options: TreeOptions, parent: TraceParent | undefined, isKept: boolean) {
    this.#options = options;
    this.parent = parent;
    this.#traceId = parent?.traceId;
    this.#isKept = isKept;
  }

  get traceId(): string {
    this.#traceId ??= newTraceId();
    return this.#traceId;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  /** Whether a further span may start. */
  admits(): boolean {
    this.#started += 1;
    return this.#isKept || this.#started <= MAX_UNKEPT;
  }

  keep(): void {
    if (!this.#isDropped) this.#isKept = true;
  }

  /** @param isRoot whether the unit of work ends with it */
  ended(span: EndedSpan, isRoot: boolean): void {
    const hasFailed = span.outcome.failure !== undefined;
    if (hasFailed && !this.#isKept && this.#options.admitFailure()) this.keep();
    if (this.#isKept) {
      this.#options.take(this.#waiting.length === 0 ? [span] : [...this.#waiting, span]);
      this.#waiting = [];
      return;
    }
    if (isRoot) {
      this.#isDropped = true;
      this.#waiting = [];
    } else if (!this.#isDropped) {
      this.#waiting.push(span);
    }
  }
}
