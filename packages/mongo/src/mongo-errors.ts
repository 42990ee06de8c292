import mongoose from 'mongoose';
import { type AppError, isAppError, unavailable } from '@tributary/errors';

const { MongoError, MongoNetworkError, MongoServerError } = mongoose.mongo;

const DUPLICATE_KEY = 11_000;

/** Server codes of temporary failures: stepping down, shutting down, no primary, time limit. */
const UNAVAILABLE_CODES = new Set([
  6, 7, 43, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);
const UNAVAILABLE_NAMES = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoClientClosedError',
]);

/**
 * Node’s error codes for a write to a socket that the server has just closed: the driver does not
 * wrap this error.
 */
const CLOSED_SOCKET_CODES = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const isClosedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLOSED_SOCKET_CODES.has(String(error.code));

/** The error and its causes, so that a wrapped database error is recognised. */
function* causes(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    yield current;
    current = wrappedIn(current);
  }
}

/** A bulk write error keeps the original error where others keep the server’s response. */
const wrappedIn = (error: Error): unknown =>
  error instanceof MongoServerError && (error.errorResponse as unknown) instanceof Error
    ? error.errorResponse
    : error.cause;

const anyCause = (error: unknown, matches: (cause: Error) => boolean): boolean => {
  for (const cause of causes(error)) if (matches(cause)) return true;
  return false;
};

/** Whether a unique index refused the write. `keyPattern` names its first field, e.g. `orderId`. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  return anyCause(error, (cause) => {
    if (!(cause instanceof MongoServerError) || cause.code !== DUPLICATE_KEY) return false;
    const pattern: unknown = cause['keyPattern'];
    return field === undefined || (typeof pattern === 'object' && field in (pattern ?? {}));
  });
}

/** Whether MongoDB could not be reached or has no primary; the same call may work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isClosedSocket(error)) return true;
  return anyCause(error, (cause) => {
    if (isAppError(cause)) return cause.code === DATABASE_UNAVAILABLE;
    if (UNAVAILABLE_NAMES.has(cause.name) || cause instanceof MongoNetworkError) return true;
    return cause instanceof MongoServerError && UNAVAILABLE_CODES.has(Number(cause.code));
  });
}

/** Whether the whole transaction may run again; the server kept nothing of it. */
export const isTransient = (error: unknown): boolean =>
  hasLabel(error, 'TransientTransactionError');

/** Whether the outcome of the commit is unknown; committing again is safe. */
export const isUnknownCommit = (error: unknown): boolean =>
  hasLabel(error, 'UnknownTransactionCommitResult');

const hasLabel = (error: unknown, label: string): boolean =>
  anyCause(error, (cause) => cause instanceof MongoError && cause.hasErrorLabel(label));

export const DATABASE_UNAVAILABLE = 'database_unavailable';
export const DATABASE_BUSY = 'database_busy';

/** MongoDB is down: 503 with `Retry-After: 1`. */
export const databaseUnavailable = (cause: unknown): AppError =>
  unavailable(DATABASE_UNAVAILABLE, { retryAfterSeconds: 1, cause });

/** Too many writers on the same documents for the time a transaction has: 503 with `Retry-After: 1`. */
export const databaseBusy = (cause: unknown): AppError =>
  unavailable(DATABASE_BUSY, { retryAfterSeconds: 1, cause });

/**
 * The error that a transport should report: an unreachable MongoDB becomes `unavailable`; any other
 * error, a duplicate key too, is unchanged.
 */
export function mapMongoError(error: unknown): unknown {
  return !isAppError(error) && isDatabaseUnavailable(error) ? databaseUnavailable(error) : error;
}
