import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppError, conflict, invalid, isAppError } from '@tributary/errors';
import {
  idempotencyAnswersOf,
  type IdempotencyAnswerDocument,
  isDuplicateKey,
  type Mongo,
  runWithOnceKey,
} from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { withLease } from '@tributary/work';
import { reply, type Reply } from './route.ts';

const KEPT_MS = DAY_MS;
const POLL_MS = 50;
const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

export interface IdempotentCall {
  /** Caller and operation, so that keys of different callers do not collide. */
  readonly scope: string;
  readonly key: string;
  readonly rawBody: string;
}

export interface IdempotencyStore {
  /** Runs `work` once for a key and replays its response for 24 h; errors are not kept. */
  run(call: IdempotentCall, work: () => Promise<Reply>): Promise<Reply>;
}

interface Timing {
  /** How long a dead call blocks its key, ms; default 5,000. */
  readonly leaseMs?: number;
  /**
   * How long a call waits for the first with its key, ms; default 10,000, which is longer than a
   * dead call blocks it.
   */
  readonly waitMs?: number;
}

class Responses {
  private readonly mongo: Mongo;
  private readonly leaseMs: number;
  private readonly waitMs: number;
  private readonly collection;

  constructor(mongo: Mongo, { leaseMs = 5_000, waitMs = 10_000 }: Timing) {
    this.mongo = mongo;
    this.leaseMs = leaseMs;
    this.waitMs = waitMs;
    this.collection = idempotencyAnswersOf(mongo.connection);
  }

  private inMs(ms: number): Date {
    return new Date(this.mongo.clock.now().getTime() + ms);
  }

  /** Whether this call runs the work; it takes over the claim of a dead call. */
  async claim(id: string, fingerprint: string): Promise<boolean> {
    const runningUntil = this.inMs(this.leaseMs);
    const expiresAt = this.inMs(KEPT_MS);
    try {
      const state = 'running';
      await this.collection.insertOne({ _id: id, fingerprint, state, runningUntil, expiresAt });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const dead = {
      _id: id,
      fingerprint,
      state: 'running' as const,
      runningUntil: { $lt: this.inMs(0) },
    };
    const taken = await this.collection.updateOne(dead, { $set: { runningUntil } });
    return taken.modifiedCount === 1;
  }

  /** Does the work of a claim and renews the claim meanwhile. */
  withClaim<T>(id: string, work: () => Promise<T>): Promise<T> {
    const running = { _id: id, state: 'running' as const };
    // Another call may take over all the same: the once-key of the work prevents a second effect.
    const renew = async (): Promise<boolean> => {
      const update = { $set: { runningUntil: this.inMs(this.leaseMs) } };
      return (await this.collection.updateOne(running, update)).matchedCount === 1;
    };
    return withLease({ leaseMs: this.leaseMs, renew }, work);
  }

  /** The first call’s response; undefined where that call failed or died and released the key. */
  async awaitFirst(id: string, fingerprint: string): Promise<Reply | undefined> {
    const until = performance.now() + this.waitMs;
    for (;;) {
      const kept = await this.collection.findOne({ _id: id });
      if (kept === null) return undefined;
      if (kept.fingerprint !== fingerprint) throw reused();
      if (kept.state === 'done') return replay(kept);
      if (kept.runningUntil < this.inMs(0)) return undefined;
      if (performance.now() > until) throw inProgress();
      await pause(POLL_MS);
    }
  }

  async keep(id: string, { status, body }: Reply): Promise<void> {
    const kept = { state: 'done' as const, status, body: JSON.stringify(body) };
    await this.collection.updateOne({ _id: id }, { $set: kept });
  }

  async free(id: string): Promise<void> {
    await this.collection.deleteOne({ _id: id, state: 'running' });
  }
}

const reused = (): AppError =>
  conflict('idempotency_key_reused', {
    message: 'This Idempotency-Key was used with another body',
  });

const inProgress = (): AppError =>
  conflict('request_in_progress', {
    message: 'The first call with this Idempotency-Key is still running',
    retryAfterSeconds: 1,
  });

const replay = (kept: IdempotencyAnswerDocument): Reply =>
  reply(kept.status ?? 200, {
    body: JSON.parse(kept.body ?? 'null') as unknown,
    headers: { 'idempotent-replayed': 'true' },
  });

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Keeps the first response of calls with an Idempotency-Key. The work runs under a once-key, so
 * that a crash between its commit and its response creates nothing twice.
 */
export function openIdempotency(mongo: Mongo, timing: Timing = {}): IdempotencyStore {
  const responses = new Responses(mongo, timing);

  const perform = async (id: string, fingerprint: string, work: () => Promise<Reply>) => {
    try {
      const once = { key: `request:${id}`, kind: 'request' as const, fingerprint };
      const response = await responses.withClaim(id, () => runWithOnceKey(once, work));
      await responses.keep(id, response);
      return response;
    } catch (error) {
      // A failed call may be repeated with the same key; after a crash the claim expires.
      if (isAppError(error)) await responses.free(id);
      throw error;
    }
  };

  return {
    run: async ({ scope, key, rawBody }, work) => {
      if (!VALID_KEY.test(key)) {
        throw invalid('invalid_idempotency_key', {
          message: 'Idempotency-Key must be 1 to 255 printable characters',
        });
      }
      const id = digest(`${scope}\n${key}`);
      const fingerprint = digest(rawBody);
      for (;;) {
        if (await responses.claim(id, fingerprint)) return perform(id, fingerprint, work);
        const first = await responses.awaitFirst(id, fingerprint);
        if (first !== undefined) return first;
      }
    },
  };
}
