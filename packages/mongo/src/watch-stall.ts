const CHECK_MS = 200;

/** How long calls, and background work for whose end others may wait, wait for a database that does not answer, ms. */
export const STALLED_MS = 1_500;

/** How long one waits. */
export interface WaitTerms {
  /** While the database answers, ms. */
  readonly maxMs: number;
  /** While it does not, ms. */
  readonly stalledMs: number;
}

/** The longest wait, in ms, that begins while the database does not answer: until its silence is noticed twice. */
export const stalledLimitMs = ({ maxMs, stalledMs }: WaitTerms): number =>
  Math.min(maxMs, stalledMs + CHECK_MS);

/**
 * Calls `end` once: when the time is over, or earlier where the database does not answer.
 * @returns the function that ends the watch
 */
export function watchStall(
  isAnswering: () => boolean,
  { maxMs, stalledMs }: WaitTerms,
  end: () => void,
): () => void {
  const endsAt = performance.now() + maxMs;
  const remainingMs = (): number => Math.max(0, endsAt - performance.now());
  let wasSilent = false;
  const check = (): void => {
    const isSilent = !isAnswering();
    // Twice, because a process that was busy itself reads the heartbeats after its timers.
    if (remainingMs() === 0 || (isSilent && wasSilent)) {
      end();
      return;
    }
    wasSilent = isSilent;
    timer = setTimeout(check, Math.min(CHECK_MS, remainingMs()));
  };
  let timer = setTimeout(check, Math.min(stalledMs, maxMs));
  return () => {
    clearTimeout(timer);
  };
}
