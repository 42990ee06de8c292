import { type AppError, isAppError, unavailable } from '@tributary/errors';

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED']);
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  // All addresses of a host refused: the reason stands with each.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = typeof first === 'object' && first !== null && 'code' in first ? first.code : '';
  return typeof code === 'string' ? code : '';
};

/**
 * Whether the same call may be sent once more: nothing was sent yet, or what was sent only reads. A
 * kept connection that closes just then looks like the latter.
 */
export function mayRetry(method: string, error: unknown): boolean {
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return IDEMPOTENT.has(method);
  return CUT_OFF.has(code) && READING.has(method);
}

/** What the caller is told of a service that did not answer. */
export function upstreamFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const slow = SLOW.has(codeOf(error));
  return unavailable(slow ? 'upstream_timeout' : 'service_unavailable', {
    message: slow
      ? 'This part of the service takes too long to answer'
      : 'This part of the service is not available at the moment',
    retryAfterSeconds: slow ? 5 : 1,
    cause: error,
  });
}
