import { actions, isAppError } from '@tributary/errors';

/**
 * What to do with an event whose handler failed. `dead_letter`: no retry can help. `retry`: a retry
 * may help, up to a limit. `wait`: it will pass when another part is back; no attempt is counted.
 */
export type Verdict = 'dead_letter' | 'retry' | 'wait';

export function verdictOn(error: unknown): Verdict {
  if (!isAppError(error)) return isInvalidHeader(error) ? 'dead_letter' : 'retry';
  if (actions[error.kind].consumer === 'dead_letter') return 'dead_letter';
  return error.kind === 'unavailable' || error.kind === 'rate_limited' ? 'wait' : 'retry';
}

/** Node.js refuses such a header before anything is sent, however often it is tried. */
const HEADER_CODES = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_HTTP_INVALID_HEADER_VALUE',
]);

const isInvalidHeader = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && HEADER_CODES.has(String(error.code));

const MISTAKES = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'ZodError']);
/** Three quick attempts and two parked ones: about four seconds. */
const ATTEMPTS_FOR_MISTAKES = 5;

/**
 * The attempts that an error is worth. An error that indicates a programming mistake rarely passes.
 */
export function attemptLimit(error: unknown, maxAttempts: number): number {
  const isMistake = error instanceof Error && MISTAKES.has(error.name);
  return isMistake ? Math.min(ATTEMPTS_FOR_MISTAKES, maxAttempts) : maxAttempts;
}

/** A text for logs and headers, also where something other than an Error was thrown. */
export function describe(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: '' };
  const code = isAppError(error) ? `${error.code}: ` : '';
  return { message: `${code}${error.message}`, stack: error.stack ?? '' };
}
