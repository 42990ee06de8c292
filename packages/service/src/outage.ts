import { isAppError } from '@tributary/errors';

/** Codes of Node.js, its HTTP client and its sockets where the other side does not answer. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);

/** Errors of the clients of Redis and Kafka; the name of some of ioredis is only `Error`. */
const CLIENT_NAMES = new Set([
  'MaxRetriesPerRequestError',
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSBrokerNotFound',
]);
const REDIS_MESSAGES = new Set([
  'Connection is closed.',
  'Command timed out',
  "Stream isn't writeable and enableOfflineQueue options is false",
]);

const MAX_DEPTH = 5;

/**
 * Whether an error shows that an engine, another service or the network is away: it passes without a change of
 * the program. Errors of MongoDB count where `mapMongoError` has read them.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === MAX_DEPTH) return false;
  if (isAppError(error)) return error.kind === 'unavailable';
  if ('code' in error && NETWORK_CODES.has(String(error.code))) return true;
  if (CLIENT_NAMES.has(error.name) || REDIS_MESSAGES.has(error.message)) return true;
  return isOutage(error.cause, depth + 1);
}
