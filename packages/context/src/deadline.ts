/** Until when the caller of a unit of work waits for it. */
export class Deadline {
  /** By the process's monotonic clock (`performance.now()`), ms. */
  readonly endsAt: number;
  readonly #refusal = new AbortController();
  #isOpen = true;

  /** @param maxMs the longest wait from now, ms */
  constructor(maxMs: number) {
    this.endsAt = performance.now() + maxMs;
  }

  /** False once the caller has an answer: work that continues is limited by its own rules alone. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Aborted where the caller was refused: work that is not committed must not be committed any more. */
  get refused(): AbortSignal {
    return this.#refusal.signal;
  }

  /** The caller has an answer. */
  close(): void {
    this.#isOpen = false;
  }

  /** The caller was refused, because the work takes too long. */
  refuse(): void {
    this.close();
    this.#refusal.abort();
  }

  remainingMs(): number {
    return Math.max(0, this.endsAt - performance.now());
  }
}
