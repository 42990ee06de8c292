import { setTimeout as sleep } from 'node:timers/promises';
import type mongoose from 'mongoose';
import { currentDeadline } from '@tributary/context';
import { backOffMs } from '@tributary/work';
import {
  databaseBusy,
  databaseUnavailable,
  isDatabaseUnavailable,
  isTransient,
  isUnknownCommit,
} from './mongo-errors.ts';
import type { Mongo } from './open-mongo.ts';
import { STALLED_MS, watchStall } from './watch-stall.ts';

type ClientSession = mongoose.mongo.ClientSession;

const TRANSACTION_OPTIONS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;

/** Until when a transaction may be committed. */
interface Limit {
  /** By the monotonic clock, ms. */
  readonly endsAt: number;
  /** Aborted where the caller waits no longer. */
  readonly refused?: AbortSignal;
  /** Of background work: whether the database answers. A request is refused by its own deadline. */
  readonly isAnswering?: () => boolean;
}

const limitOf = ({ limits, isAnswering }: Mongo): Limit =>
  currentDeadline() ?? { endsAt: performance.now() + limits.transactionTimeoutMs, isAnswering };

const timeLeftIn = ({ endsAt }: Limit): number => endsAt - performance.now();

/**
 * Runs `body` in a transaction and commits it. On a write conflict the body runs again, until the deadline
 * of the current request, or in background work within the time limit of transactions, and there no longer than
 * the database answers. The driver’s own loop is not used, because it retries for two minutes. Any error that
 * is not MongoDB’s goes to the caller at once, and nothing of the body is kept.
 * Throws `unavailable` when MongoDB is down or the time is over.
 */
export async function runAttempts<T>(
  mongo: Mongo,
  body: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const limit = limitOf(mongo);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(mongo, body, limit);
    } catch (error) {
      const timeLeft = timeLeftIn(limit);
      if (!isTransient(error)) throw isDatabaseUnavailable(error) ? away(error) : error;
      if (timeLeft <= 0) throw isDatabaseUnavailable(error) ? away(error) : databaseBusy(error);
      await sleep(Math.min(waitMs(attempt), timeLeft));
    }
  }
}

const away = (error: unknown) => databaseUnavailable(error);

/** A random part of 5 ms, growing by half each time up to 500 ms. */
const waitMs = (attempt: number): number =>
  backOffMs(attempt, { firstMs: 2.5, maxMs: 250, factor: 1.5, jitter: 1 });

async function attemptOnce<T>(
  mongo: Mongo,
  body: (session: ClientSession) => Promise<T>,
  limit: Limit,
): Promise<T> {
  const session = openTransaction(mongo);
  try {
    const result = await before(limit, () => body(session));
    await commit(session, limit);
    await session.endSession();
    return result;
  } catch (error) {
    const abandoned = abandon(session);
    // Do not wait for an unreachable server: the transaction expires there.
    if (!isDatabaseUnavailable(error)) await abandoned;
    throw error;
  }
}

/**
 * A session for one transaction. To the driver an aborted transaction is none: it would commit a write alone that had waited for a
 * connection until the time was over and the rest was taken back. So the session claims to be in its transaction
 * as long as it lives, and MongoDB refuses that write.
 */
function openTransaction(mongo: Mongo): ClientSession {
  const session = mongo.connection.getClient().startSession();
  session.startTransaction(TRANSACTION_OPTIONS);
  session.inTransaction = () => true;
  return session;
}

/** Ends the session, and aborts its transaction where that is neither committed nor aborted. */
async function abandon(session: ClientSession): Promise<void> {
  try {
    await session.endSession();
  } catch {
    // The server ends transactions of lost clients; there is nothing to save here.
  }
}

/**
 * Commits. After an unknown outcome the commit is sent again, which is safe: it takes place once.
 */
async function commit(session: ClientSession, limit: Limit): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await before(limit, () => session.commitTransaction());
      return;
    } catch (error) {
      const timeLeft = timeLeftIn(limit);
      if (!isUnknownCommit(error) || timeLeft <= 0) throw error;
      await sleep(Math.min(waitMs(attempt), timeLeft));
    }
  }
}

const always = (): boolean => true;

/** Rejects when the time is over or the caller was refused, even while a failing server does not answer. */
async function before<T>(limit: Limit, work: () => Promise<T>): Promise<T> {
  const { refused, isAnswering = always } = limit;
  if (refused?.aborted === true) throw tooLate();
  const over = Promise.withResolvers<never>();
  const end = (): void => {
    over.reject(tooLate());
  };
  const terms = { maxMs: Math.max(0, timeLeftIn(limit)), stalledMs: STALLED_MS };
  const stopWatch = watchStall(isAnswering, terms, end);
  refused?.addEventListener('abort', end);
  try {
    return await Promise.race([work(), over.promise]);
  } finally {
    stopWatch();
    refused?.removeEventListener('abort', end);
  }
}

const tooLate = () => databaseUnavailable(new Error('The transaction took too long'));
