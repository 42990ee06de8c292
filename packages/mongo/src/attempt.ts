import { setTimeout as sleep } from 'node:timers/promises';
import type mongoose from 'mongoose';
import { backOffMs } from '@tributary/work';
import {
  databaseBusy,
  databaseUnavailable,
  isDatabaseUnavailable,
  isTransient,
  isUnknownCommit,
} from './mongo-errors.ts';
import type { Mongo } from './open-mongo.ts';

type ClientSession = mongoose.mongo.ClientSession;

const TRANSACTION_OPTIONS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;

/**
 * Runs `body` in a transaction and commits it. On a write conflict the body runs again, within the
 * time limit. The driver’s own loop is not used, because it retries for two minutes. Any error that
 * is not MongoDB’s goes to the caller at once, and nothing of the body is kept.
 * Throws `unavailable` when MongoDB is down or the time is over.
 */
export async function runAttempts<T>(
  mongo: Mongo,
  body: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + mongo.limits.transactionTimeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(mongo, body, deadline);
    } catch (error) {
      const timeLeft = deadline - performance.now();
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
  deadline: number,
): Promise<T> {
  const session = mongo.connection.getClient().startSession();
  try {
    session.startTransaction(TRANSACTION_OPTIONS);
    const result = await before(deadline, body(session));
    await commit(session, deadline);
    await session.endSession();
    return result;
  } catch (error) {
    const abandoned = abandon(session);
    // Do not wait for an unreachable server: the transaction expires there.
    if (!isDatabaseUnavailable(error)) await abandoned;
    throw error;
  }
}

async function abandon(session: ClientSession): Promise<void> {
  try {
    if (session.inTransaction()) await session.abortTransaction();
    await session.endSession();
  } catch {
    // The server ends transactions of lost clients; there is nothing to save here.
  }
}

/**
 * Commits. After an unknown outcome the commit is sent again, which is safe: it takes place once.
 */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await before(deadline, session.commitTransaction());
      return;
    } catch (error) {
      const timeLeft = deadline - performance.now();
      if (!isUnknownCommit(error) || timeLeft <= 0) throw error;
      await sleep(Math.min(waitMs(attempt), timeLeft));
    }
  }
}

/** Rejects when the time is over, even while a failing server does not answer. */
async function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const late = () => {
      reject(databaseUnavailable(new Error('The transaction took too long')));
    };
    timer = setTimeout(late, Math.max(0, deadline - performance.now()));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
