import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { isTracing } from '@tributary/tracing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { createWakeSignal, type WakeSignal, withTimeout } from '@tributary/work';
import { ensureOwnCollections } from './collections.ts';
import { databaseOf } from './database.ts';
import { monotonicIds } from './event-id.ts';
import type { Log } from './log.ts';
import { databaseUnavailable } from './mongo-errors.ts';
import { traceSlowCommands } from './slow-commands.ts';
import { HEARTBEAT_MS, watchPrimary } from './watch-primary.ts';

export interface MongoOptions {
  readonly url: string;
  /** Each service has its own database. */
  readonly database: string;
  readonly log: Log;
  /** The most connections; default 20. */
  readonly poolSize?: number;
  /** How long a call waits for a primary before it fails as unavailable; default 2,000. */
  readonly serverSelectionTimeoutMs?: number;
  /** The most time for a transaction with its repetitions and its commit; default 5,000. */
  readonly transactionTimeoutMs?: number;
  /** How long to wait for MongoDB at start; default 30,000. */
  readonly startTimeoutMs?: number;
  /** Retention of handled events: topic retention + 7 days; default 14 days. */
  readonly eventRetentionDays?: number;
  /** Retention of responses under an idempotency key; default 24 hours. */
  readonly requestRetentionHours?: number;
  readonly clock?: { now(): Date };
}

/** One service's database. */
export interface Mongo {
  readonly connection: mongoose.Connection;
  readonly log: Log;
  readonly clock: { now(): Date };
  /** Ids that grow within the process (UUIDv7). */
  readonly newId: () => string;
  /** Notified after each commit that left rows in the outbox. */
  readonly outboxSignal: WakeSignal;
  readonly limits: MongoLimits;
  /** Throws `unavailable` when there is no primary. */
  readonly ping: () => Promise<void>;
  /** False while no primary answers, however many calls wait for it. */
  readonly isAnswering: () => boolean;
  close(): Promise<void>;
}

export interface MongoLimits {
  readonly transactionTimeoutMs: number;
  readonly eventRetentionMs: number;
  readonly requestRetentionMs: number;
}

/**
 * Opens a connection with a bounded pool; every write is acknowledged by a majority and journaled.
 * While MongoDB is down, calls fail after `serverSelectionTimeoutMs` instead of queueing up.
 * Throws `unavailable` when MongoDB cannot be reached within `startTimeoutMs`.
 */
export async function openMongo(options: MongoOptions): Promise<Mongo> {
  // Store calls without a session join the transaction of their context.
  mongoose.set('transactionAsyncLocalStorage', true);
  const connection = await connect(options);
  const primary = watchPrimary(connection.getClient());
  if (isTracing()) traceSlowCommands(connection);
  await ensureOwnCollections(connection);
  const clock = options.clock ?? { now: () => new Date() };
  return {
    connection,
    log: options.log,
    clock,
    newId: monotonicIds(() => clock.now().getTime()),
    outboxSignal: createWakeSignal(),
    limits: {
      transactionTimeoutMs: options.transactionTimeoutMs ?? 5_000,
      eventRetentionMs: (options.eventRetentionDays ?? 14) * DAY_MS,
      requestRetentionMs: (options.requestRetentionHours ?? 24) * HOUR_MS,
    },
    ping: async () => {
      try {
        const answer = databaseOf(connection).command({ ping: 1 });
        await withTimeout(PING_TIMEOUT_MS, answer, tooLate);
      } catch (error) {
        throw databaseUnavailable(error);
      }
    },
    isAnswering: primary.isAnswering,
    close: async () => {
      primary.close();
      connection.removeAllListeners('disconnected');
      await connection.close();
    },
  };
}

const PING_TIMEOUT_MS = 1_500;
const tooLate = (): never => {
  throw new Error('MongoDB has not answered a ping in time');
};
async function connect(options: MongoOptions): Promise<mongoose.Connection> {
  const { url, database, log, startTimeoutMs = 30_000 } = options;
  const giveUpAt = performance.now() + startTimeoutMs;
  for (;;) {
    const connection = mongoose.createConnection(url, connectOptions(options));
    try {
      await connection.asPromise();
      watch(connection, log);
      return connection;
    } catch (error) {
      await connection.close().catch(() => undefined);
      if (performance.now() >= giveUpAt) throw databaseUnavailable(error);
      log.warn({ err: error, database }, 'MongoDB cannot be reached yet; retrying');
      await sleep(300);
    }
  }
}

function connectOptions(options: MongoOptions): mongoose.ConnectOptions {
  return {
    dbName: options.database,
    maxPoolSize: options.poolSize ?? 20,
    monitorCommands: isTracing(),
    minPoolSize: 1,
    // The server reports at least this often on a connection of its own.
    heartbeatFrequencyMS: HEARTBEAT_MS,
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? 2_000,
    // An exhausted pool leads to 503 too, so that requests do not pile up.
    waitQueueTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: 30_000,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    retryWrites: true,
    retryReads: true,
    autoIndex: false,
    autoCreate: false,
    // Buffered calls would hang while MongoDB is down; failing lets the API respond with 503.
    bufferCommands: false,
  };
}

function watch(connection: mongoose.Connection, log: Log): void {
  connection.on('disconnected', () => {
    log.warn({ database: connection.name }, 'MongoDB connection lost');
  });
  connection.on('reconnected', () => {
    log.info({ database: connection.name }, 'MongoDB connection is back');
  });
  connection.on('error', (error: Error) => {
    log.error({ err: error, database: connection.name }, 'MongoDB connection failed');
  });
}
