import mongoose from 'mongoose';
import { type AppError, isAppError, unavailable } from '@tributary/errors';

const { MongoError, MongoNetworkError, MongoServerError } = mongoose.mongo;

const DUPLICATE_KEY = 11_000;

/** Server codes that say "not now": stepping down, shutting down, no primary, time limit. */
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
 * What Node reports where the driver writes to a socket that the server has closed a moment before: the
 * driver passes this one error on as it is.
 */
const CLOSED_SOCKET_CODES = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const isClosedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLOSED_SOCKET_CODES.has(String(error.code));

/** The error and what it was caused by, so that a wrapped database error is still recognised. */
function* causes(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    yield current;
    current = wrappedIn(current);
  }
}

/** The error of a write of several documents keeps what went wrong where others keep the answer. */
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

/** Whether the transaction as a whole may be run again; the server kept nothing of it. */
export const isTransient = (error: unknown): boolean =>
  hasLabel(error, 'TransientTransactionError');

/** Whether it is not known if the commit took place; committing again is safe. */
export const isUnknownCommit = (error: unknown): boolean =>
  hasLabel(error, 'UnknownTransactionCommitResult');

const hasLabel = (error: unknown, label: string): boolean =>
  anyCause(error, (cause) => cause instanceof MongoError && cause.hasErrorLabel(label));

export const DATABASE_UNAVAILABLE = 'database_unavailable';
export const DATABASE_BUSY = 'database_busy';

/** MongoDB is away: 503 with `Retry-After: 1`. */
export const databaseUnavailable = (cause: unknown): AppError =>
  unavailable(DATABASE_UNAVAILABLE, { retryAfterSeconds: 1, cause });

/** Too many writers on the same documents for the time a transaction has: 503 with `Retry-After: 1`. */
export const databaseBusy = (cause: unknown): AppError =>
  unavailable(DATABASE_BUSY, { retryAfterSeconds: 1, cause });

/**
 * What a transport should make of an error that may come from MongoDB: unreachable becomes
 * `unavailable`; all else, a duplicate key too, stays what it is.
 */
export function mapMongoError(error: unknown): unknown {
  return !isAppError(error) && isDatabaseUnavailable(error) ? databaseUnavailable(error) : error;
}
