import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** Takes ended spans for export. */
export type TakeSpans = (spans: readonly ReadableSpan[]) => void;

/** A unit of work starts no more spans than these unless its trace is kept. */
const MAX_UNKEPT = 64;

/**
 * The spans of one unit of work in this process. They wait until it is known whether the trace is kept:
 * by its parent, by the ratio, or because something failed. It lives as long as the work that refers to it.
 */
export class SpanTree {
  readonly #take: TakeSpans;
  #waiting: ReadableSpan[] = [];
  #started = 0;
  #isKept: boolean;
  /** Ended without being kept: spans of work that goes on have lost their parent. */
  #isDropped = false;

  constructor(take: TakeSpans, isKept: boolean) {
    this.#take = take;
    this.#isKept = isKept;
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
  ended(span: ReadableSpan, isRoot: boolean): void {
    if (this.#isKept) {
      this.#take(this.#waiting.length === 0 ? [span] : [...this.#waiting, span]);
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
