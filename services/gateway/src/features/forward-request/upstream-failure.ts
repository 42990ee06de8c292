import { type AppError, isAppError, unavailable } from '@tributary/errors';

/** Nothing was sent. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The system gave up, before or after a request was sent. */
const GIVEN_UP = 'ETIMEDOUT';
const DISCONNECTED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED']);
const TIMED_OUT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS']);

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  // Where all addresses of a host refuse, each has its own error.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = typeof first === 'object' && first !== null && 'code' in first ? first.code : '';
  return typeof code === 'string' ? code : '';
};

/**
 * Whether a failed request may be repeated: one that was not sent, as where an instance is just being replaced, an
 * idempotent one that was perhaps not sent, or a read-only one whose connection closed, such as an idle connection
 * that the service closed at the same moment.
 */
export function mayRetry(method: string, error: unknown): boolean {
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return true;
  if (code === GIVEN_UP) return IDEMPOTENT.has(method);
  return DISCONNECTED.has(code) && READ_ONLY.has(method);
}

/** The error for the caller when a service does not respond. */
export function upstreamFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const isTimeout = TIMED_OUT.has(codeOf(error));
  return unavailable(isTimeout ? 'upstream_timeout' : 'service_unavailable', {
    message: isTimeout
      ? 'This part of the service takes too long to answer'
      : 'This part of the service is not available at the moment',
    retryAfterSeconds: isTimeout ? 5 : 1,
    cause: error,
  });
}
