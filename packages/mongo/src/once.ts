import { AsyncLocalStorage } from 'node:async_hooks';
import type mongoose from 'mongoose';
import { conflict } from '@tributary/errors';
import { onceOf, type OnceDocument } from './collections.ts';
import type { Mongo } from './open-mongo.ts';

type ClientSession = mongoose.mongo.ClientSession;

/** Names one unit of work that must take effect once, however often it is requested. */
export interface OnceKey {
  /** `<group>:<eventId>` for an event; caller, operation and `Idempotency-Key` for a request. */
  readonly key: string;
  readonly kind: 'event' | 'request';
  /** Digest of the request's body: the same key with another body is refused. */
  readonly fingerprint?: string;
}

interface OnceScope extends OnceKey {
  /** The number of transactions that the work has begun. */
  transactions: number;
}

const scopes = new AsyncLocalStorage<OnceScope>();

/**
 * Runs `work` so that each `transaction` it begins takes effect once for this key: its result is
 * saved in the same commit, and when the work is run again the saved result is returned instead.
 * The work must begin its transactions in the same order every time. Results must be plain data.
 * A request key that was used with another fingerprint throws `conflict` (`idempotency_key_reused`).
 */
export const runWithOnceKey = <T>(once: OnceKey, work: () => Promise<T>): Promise<T> =>
  scopes.run({ ...once, transactions: 0 }, work);

/** The once-document of the next transaction; undefined where no key was given. */
export interface OnceGuard {
  /** The result of an earlier run, if there was one. */
  earlier(session: ClientSession): Promise<{ result: unknown } | undefined>;
  /** Saves the result with the transaction's commit. */
  save(session: ClientSession, result: unknown): Promise<void>;
}

export function nextOnceGuard(mongo: Mongo): OnceGuard | undefined {
  const scope = scopes.getStore();
  if (scope === undefined) return undefined;
  const id = `${scope.key}/${String(scope.transactions)}`;
  scope.transactions += 1;
  const rows = onceOf(mongo.connection);
  return {
    earlier: async (session) => {
      const row = await rows.findOne({ _id: id }, { session });
      if (row === null) return undefined;
      checkFingerprint(row, scope);
      return { result: row.result };
    },
    save: async (session, result) => {
      const fingerprint = scope.fingerprint === undefined ? {} : { fingerprint: scope.fingerprint };
      const row = { ...onceDocument(mongo, id, scope.kind), ...fingerprint, result };
      await rows.insertOne(row, { session, ignoreUndefined: true });
    },
  };
}

function checkFingerprint(row: OnceDocument, scope: OnceScope): void {
  if (row.fingerprint === undefined || row.fingerprint === scope.fingerprint) return;
  throw conflict('idempotency_key_reused', {
    message: 'This Idempotency-Key was used with another request',
  });
}

/** A document that expires after the retention of its kind. */
export function onceDocument(mongo: Mongo, id: string, kind: OnceKey['kind']): OnceDocument {
  const at = mongo.clock.now();
  const { eventRetentionMs, requestRetentionMs } = mongo.limits;
  const retentionMs = kind === 'event' ? eventRetentionMs : requestRetentionMs;
  return { _id: id, at, expiresAt: new Date(at.getTime() + retentionMs) };
}

/** The keys that are marked as handled; read in the transaction that would handle them. */
export async function findHandled(
  mongo: Mongo,
  keys: readonly string[],
  session?: ClientSession,
): Promise<Set<string>> {
  const options = session === undefined ? {} : { session };
  const query = onceOf(mongo.connection).find({ _id: { $in: [...keys] } }, options);
  const rows = await query.project<{ _id: string }>({ _id: 1 }).toArray();
  return new Set(rows.map((row) => row._id));
}

/** Marks events as handled: in the transaction of their effects where there is a session. */
export async function markHandled(
  mongo: Mongo,
  keys: readonly string[],
  session?: ClientSession,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = onceOf(mongo.connection);
  const marks = keys.map((key) => onceDocument(mongo, key, 'event'));
  if (session !== undefined) {
    await rows.insertMany(marks, { session });
    return;
  }
  for (const { _id, ...mark } of marks) {
    await rows.updateOne({ _id }, { $setOnInsert: mark }, { upsert: true });
  }
}
