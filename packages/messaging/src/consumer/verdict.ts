import { actions, isAppError } from '@tributary/errors';

/**
 * What to do with an event whose handler failed. `bury`: no repetition can help. `retry`: it may
 * pass, so many times. `wait`: it will pass, when something else is back; no attempt is counted.
 */
export type Verdict = 'bury' | 'retry' | 'wait';

export function verdictOn(error: unknown): Verdict {
  if (!isAppError(error)) return 'retry';
  if (actions[error.kind].consumer === 'dead_letter') return 'bury';
  return error.kind === 'unavailable' || error.kind === 'rate_limited' ? 'wait' : 'retry';
}

const MISTAKES = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'ZodError']);
/** Three quick tries and two parked ones: some four seconds. */
const TRIES_FOR_MISTAKES = 5;

/** How many tries an error is worth: one that looks like a mistake in the program hardly passes by itself. */
export function attemptLimit(error: unknown, maxAttempts: number): number {
  const isMistake = error instanceof Error && MISTAKES.has(error.name);
  return isMistake ? Math.min(TRIES_FOR_MISTAKES, maxAttempts) : maxAttempts;
}

/** A text for logs and headers, also where something else than an Error was thrown. */
export function describe(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: '' };
  const code = isAppError(error) ? `${error.code}: ` : '';
  return { message: `${code}${error.message}`, stack: error.stack ?? '' };
}
