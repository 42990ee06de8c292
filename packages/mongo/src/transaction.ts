import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose from 'mongoose';
import type { AuditChange } from '@tributary/contracts';
import { runAttempts } from './attempt.ts';
import {
  addToNextEntry,
  auditEventOf,
  auditEventsOf,
  type NamedChange,
  noteAuditRecorded,
  recordedChange,
} from './audit.ts';
import type { OutboxEvent } from './collections.ts';
import { nextOnceGuard } from './once.ts';
import type { Mongo } from './open-mongo.ts';
import { type Outbox, outboxEvent, saveOutbox } from './outbox.ts';

/** A transaction’s session; stores pass it to each of their calls. */
export type Session = mongoose.mongo.ClientSession;

/** What every transaction’s body receives besides its stores. */
export interface TransactionScope {
  readonly session: Session;
  readonly outbox: Outbox;
}

export type Transaction<Stores> = <T>(
  work: (scope: Stores & { readonly outbox: Outbox }) => Promise<T>,
) => Promise<T>;

/**
 * Binds a service's stores to transactions.
 *
 * `transaction(work)` commits what `work` changed through its stores together with the events it
 * added to the outbox, or nothing at all. The body is run again on a write conflict, so it builds
 * its documents inside, touches only what it is given, and does one thing after the other (no
 * Promise.all of writes). Inside another transaction it joins that one. Under a once-key
 * (`runWithOnceKey`) it takes effect once, and its saved result is returned to repeated calls.
 *
 * Throws `unavailable` (503, Retry-After) when MongoDB is away or too busy for 5 seconds; a
 * duplicate key (`isDuplicateKey`) and the body's own errors pass through.
 */
export const transactionOf =
  <Stores extends object>(
    mongo: Mongo,
    stores: (session: Session) => Stores,
  ): Transaction<Stores> =>
  (work) => {
    const body = ({ session, outbox }: TransactionScope) => work({ ...stores(session), outbox });
    const frame = frames.getStore();
    if (frame?.open.mongo === mongo) return join(frame, body);
    return runOnce(mongo, body);
  };

/**
 * Runs `work` in a transaction that every inner `transaction` joins, so that a batch of events
 * shares one commit. When an inner one fails, the whole fails: its earlier writes cannot be
 * reverted alone, so its error is thrown even where the caller caught it.
 */
export const runInTransaction = <T>(
  mongo: Mongo,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<T> => begin(mongo, (open) => inside({ open, nested: false }, () => work(scopeOf(open))));

/**
 * Names a change to one record for the audit log: the entry of the current request shows the fields
 * that differ. In a transaction it is kept with its commit. Without an audited request it does nothing.
 */
export function recordChange(named: NamedChange): void {
  const change = recordedChange(named);
  if (change === undefined) return;
  const open = frames.getStore()?.open;
  if (open === undefined) addToNextEntry(change);
  else open.changes.push(change);
}

/** Runs work as part of the request from which this was made. */
export type CapturedRequest = <T>(work: () => T) => T;

/** The current request, for work that another transaction commits together with that of others. */
export const captureRequest = (): CapturedRequest => AsyncLocalStorage.snapshot();

/**
 * Names the changes that the current transaction makes for a captured request, in one call for each:
 * the request's entry of the audit log is kept with the commit, as if the request had a transaction
 * of its own.
 */
export function recordChangesOf(request: CapturedRequest, named: readonly NamedChange[]): void {
  const open = frames.getStore()?.open;
  if (open === undefined) throw new Error('A captured request needs a transaction');
  const changes = request(() => named.flatMap((change) => recordedChange(change) ?? []));
  open.requests.push({ request, changes });
}

/** Records the entry of an audited request whose work committed no transaction. */
export const recordAuditEntry = (mongo: Mongo): Promise<void> =>
  begin(mongo, () => Promise.resolve());

interface OpenTransaction {
  readonly mongo: Mongo;
  readonly session: Session;
  readonly events: OutboxEvent[];
  /** The changes that were named for the audit log. */
  readonly changes: AuditChange[];
  /** The captured requests that are committed together, with their changes. */
  readonly requests: { readonly request: CapturedRequest; readonly changes: AuditChange[] }[];
  /** Whether an earlier run under the same once-key had the effect, and so left the entry. */
  isRepeated: boolean;
  /** The first error that left a joined transaction. */
  failure?: { readonly error: unknown };
  /**
   * Joined transactions run one after the other, because a session does not support parallel use.
   */
  tail: Promise<unknown>;
}

interface Frame {
  readonly open: OpenTransaction;
  /** Whether this runs in a joined transaction, which must not wait for itself. */
  readonly nested: boolean;
}

const frames = new AsyncLocalStorage<Frame>();

const runOnce = <T>(mongo: Mongo, body: (scope: TransactionScope) => Promise<T>): Promise<T> => {
  const guard = nextOnceGuard(mongo);
  return begin(mongo, async (open) => {
    const earlier = await guard?.earlier(open.session);
    if (earlier !== undefined) {
      open.isRepeated = true;
      return earlier.result as T;
    }
    const result = await inside({ open, nested: true }, () => body(scopeOf(open)));
    await guard?.save(open.session, result);
    return result;
  });
};

async function begin<T>(mongo: Mongo, body: (open: OpenTransaction) => Promise<T>): Promise<T> {
  const { result, published, audited, requests } = await runAttempts(mongo, async (session) => {
    const open: OpenTransaction = {
      mongo,
      session,
      events: [],
      changes: [],
      requests: [],
      isRepeated: false,
      tail: Promise.resolve(),
    };
    const result = await body(open);
    if (open.failure !== undefined) throw open.failure.error;
    const audited = open.isRepeated || addAuditEntry(open);
    const requests = addEntriesOfRequests(open);
    await saveOutbox(mongo, session, open.events);
    return { result, published: open.events.length > 0, audited, requests };
  });
  if (published) mongo.outboxSignal.notify();
  if (audited) noteAuditRecorded();
  for (const request of requests) request(noteAuditRecorded);
  return result;
}

/** Adds the entry of the current request; false where it leaves none. */
function addAuditEntry({ mongo, events, changes }: OpenTransaction): boolean {
  const event = auditEventOf(changes);
  if (event === undefined) return false;
  events.push(outboxEvent(mongo, event));
  return true;
}

/** Adds the entries of the captured requests. @returns those that have one */
function addEntriesOfRequests({ mongo, events, requests }: OpenTransaction): CapturedRequest[] {
  return requests.flatMap(({ request, changes }) => {
    const added = request(() => auditEventsOf(changes).map((event) => outboxEvent(mongo, event)));
    events.push(...added);
    return added.length === 0 ? [] : [request];
  });
}

async function join<T>(frame: Frame, body: (scope: TransactionScope) => Promise<T>): Promise<T> {
  const { open, nested } = frame;
  const run = async (): Promise<T> => {
    if (open.failure !== undefined) throw open.failure.error;
    try {
      return await inside({ open, nested: true }, () => body(scopeOf(open)));
    } catch (error) {
      open.failure ??= { error };
      throw error;
    }
  };
  if (nested) return run();
  const turn = open.tail.then(run, run);
  open.tail = turn.catch(() => undefined);
  return turn;
}

const scopeOf = (open: OpenTransaction): TransactionScope => ({
  session: open.session,
  outbox: {
    add: (...added) => {
      for (const event of added) open.events.push(outboxEvent(open.mongo, event));
      return Promise.resolve();
    },
  },
});

interface SessionStorage {
  run<T>(store: { session: Session }, work: () => T): T;
}

/** Sets the frame, and that of mongoose, by which calls without a session join the transaction. */
const inside = <T>(frame: Frame, work: () => Promise<T>): Promise<T> => {
  const { transactionAsyncLocalStorage } = mongoose as unknown as {
    transactionAsyncLocalStorage: SessionStorage;
  };
  return frames.run(frame, () =>
    transactionAsyncLocalStorage.run({ session: frame.open.session }, work),
  );
};
