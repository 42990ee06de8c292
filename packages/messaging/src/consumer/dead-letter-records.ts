import { createCollections, databaseOf, findHandled, type Mongo } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { header } from '../envelope.ts';
import type { IncomingMessage } from '../port.ts';
import { describe } from './verdict.ts';

/** As long as the dead letter itself is on its topic. */
export const DEAD_LETTER_DAYS = 30;
/** The most set-aside events that one read counts; a larger number is shown as this one. */
export const MOST_COUNTED = 1_000;
const ERROR_LIMIT = 1_000;
/** Anybody who writes to a topic chooses the names of an event. */
const NAME_LIMIT = 200;

/** That a group moved an event to the dead letters, without the event’s data. */
export interface DeadLetterRecord {
  /** `<group>:<eventId>`, as the inbox names a handled event; `<group>:<topic>:<partition>:<offset>` of a message without an id. */
  readonly _id: string;
  readonly group: string;
  readonly topic: string;
  /** Null where the message named none. */
  readonly eventId: string | null;
  readonly type: string | null;
  readonly error: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

const recordsOf = (mongo: Mongo) =>
  databaseOf(mongo.connection).collection<DeadLetterRecord>('dead_letters');

/** Await it before the first consumer runs. */
export const ensureDeadLetterRecords = (mongo: Mongo): Promise<void> =>
  createCollections(mongo.connection, [
    {
      name: 'dead_letters',
      indexes: [
        { key: { at: -1 }, name: 'newest' },
        { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
      ],
    },
  ]);

interface Failure {
  readonly group: string;
  readonly message: IncomingMessage;
  readonly error: unknown;
}

/** Records a dead letter; an event that comes back from a replay has one record. */
export async function recordDeadLetter(mongo: Mongo, failure: Failure): Promise<void> {
  const { group, message, error } = failure;
  const { topic, partition, offset, headers } = message;
  const at = mongo.clock.now();
  const eventId = headers[header.id]?.slice(0, NAME_LIMIT) ?? null;
  const record = {
    group,
    topic,
    eventId,
    type: headers[header.type]?.slice(0, NAME_LIMIT) ?? null,
    error: describe(error).message.slice(0, ERROR_LIMIT),
    at,
    expiresAt: new Date(at.getTime() + DEAD_LETTER_DAYS * DAY_MS),
  };
  const _id = `${group}:${eventId ?? `${topic}:${String(partition)}:${offset}`}`;
  await recordsOf(mongo).updateOne({ _id }, { $set: record }, { upsert: true });
}

/**
 * The dead letters of this database’s groups, newest first, without those that were handled after a replay. Bulk
 * consumers keep no mark of what they handled: theirs stay until they expire.
 */
export async function listOpenDeadLetters(mongo: Mongo): Promise<DeadLetterRecord[]> {
  const query = recordsOf(mongo).find({}).sort({ at: -1 }).limit(MOST_COUNTED);
  const records = await query.toArray();
  const ids = records.map(({ _id }) => _id);
  const handled = await findHandled(mongo, ids);
  return records.filter(({ _id }) => !handled.has(_id));
}
