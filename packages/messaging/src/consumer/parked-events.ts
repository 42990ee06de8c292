import { createCollections, databaseOf, type Mongo, type Session } from '@tributary/mongo';
import type { IncomingMessage } from '../port.ts';

/** An event that waits for its next attempt, or behind an earlier event of its key that does. */
export interface ParkedEvent {
  /** `<group>:<eventId>` */
  readonly _id: string;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  /** Orders the events of one key. */
  readonly offset: bigint | number;
  readonly key: string;
  readonly originalKey: string | null;
  readonly value: string;
  /** JSON text, because header names may not be valid field names. */
  readonly headers: string;
  /** Counted attempts so far. */
  readonly attempts: number;
  /** All attempts, including those that were not counted; the pauses grow by them. */
  readonly tries: number;
  readonly nextAttemptAt: Date;
  readonly parkedAt: Date;
  readonly error: string | null;
}

export interface ParkedKey {
  readonly topic: string;
  readonly key: string;
}

export const parkedKeyOf = ({ topic, key }: ParkedKey): string => `${topic}\n${key}`;

const parkedOf = (mongo: Mongo) =>
  databaseOf(mongo.connection).collection<ParkedEvent>('parked_events');

/** Await it before the first consumer runs. */
export const ensureParkedEvents = (mongo: Mongo): Promise<void> =>
  createCollections(mongo.connection, [
    {
      name: 'parked_events',
      indexes: [
        { key: { group: 1, nextAttemptAt: 1 }, name: 'due' },
        { key: { group: 1, topic: 1, key: 1, partition: 1, offset: 1 }, name: 'key' },
        { key: { parkedAt: -1 }, name: 'newest' },
      ],
    },
    { name: 'leases', indexes: [] },
  ]);

export interface Parking {
  readonly group: string;
  readonly eventId: string;
  readonly message: IncomingMessage;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: Date;
}

/** A message without a key is ordered with no other. */
export const orderingKey = (message: IncomingMessage, eventId: string): string =>
  message.key ?? eventId;

function parkedEvent(mongo: Mongo, parking: Parking): ParkedEvent {
  const { group, eventId, message, attempts, error, nextAttemptAt } = parking;
  return {
    _id: `${group}:${eventId}`,
    group,
    topic: message.topic,
    partition: message.partition,
    offset: BigInt(message.offset),
    key: orderingKey(message, eventId),
    originalKey: message.key,
    value: message.value?.toString() ?? '',
    headers: JSON.stringify(message.headers),
    attempts,
    tries: attempts,
    nextAttemptAt,
    parkedAt: mongo.clock.now(),
    error,
  };
}

/** Parks events; a parked event stays unchanged. */
export async function parkEvents(
  mongo: Mongo,
  parkings: readonly Parking[],
  session?: Session,
): Promise<void> {
  if (parkings.length === 0) return;
  const upserts = parkings.map((parking) => {
    const { _id, ...row } = parkedEvent(mongo, parking);
    return { updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true } };
  });
  await parkedOf(mongo).bulkWrite(upserts, session === undefined ? {} : { session });
}

/** The keys with parked events, behind which the next events must wait. */
export async function findParkedKeys(
  mongo: Mongo,
  group: string,
  keys: readonly ParkedKey[],
  session?: Session,
): Promise<Set<string>> {
  const found = new Set<string>();
  const options = session === undefined ? {} : { session };
  for (const [topic, ofTopic] of Map.groupBy(keys, (key) => key.topic)) {
    const wanted = [...new Set(ofTopic.map(({ key }) => key))];
    const query = parkedOf(mongo).find({ group, topic, key: { $in: wanted } }, options);
    const rows = await query.project<ParkedKey>({ _id: 0, topic: 1, key: 1 }).toArray();
    for (const row of rows) found.add(parkedKeyOf(row));
  }
  return found;
}

/** Keys with a parked event that is due, the longest due first. */
export async function listDueKeys(mongo: Mongo, group: string, limit: number) {
  const stages = [
    { $match: { group, nextAttemptAt: { $lte: mongo.clock.now() } } },
    { $group: { _id: { topic: '$topic', key: '$key' }, dueAt: { $min: '$nextAttemptAt' } } },
    { $sort: { dueAt: 1 } },
    { $limit: limit },
  ];
  const rows = await parkedOf(mongo).aggregate<{ _id: ParkedKey }>(stages).toArray();
  return rows.map((row) => row._id);
}

/** The first parked event of a key; the others wait for it. */
export const findFirstParked = (mongo: Mongo, group: string, { topic, key }: ParkedKey) =>
  parkedOf(mongo).findOne({ group, topic, key }, { sort: { partition: 1, offset: 1 } });

export async function removeParked(mongo: Mongo, parked: ParkedEvent): Promise<void> {
  await parkedOf(mongo).deleteOne({ _id: parked._id });
}

/** Records a failed attempt and makes the whole key wait. */
export async function postpone(
  mongo: Mongo,
  parked: ParkedEvent,
  failure: { readonly counts: boolean; readonly error: string; readonly nextAttemptAt: Date },
): Promise<void> {
  const { counts, error, nextAttemptAt } = failure;
  await parkedOf(mongo).updateOne(
    { _id: parked._id },
    { $inc: { tries: 1, attempts: counts ? 1 : 0 }, $set: { error, nextAttemptAt } },
  );
  await alignKey(mongo, parked, nextAttemptAt);
}

/** The later events of a key are not due before its first one. */
export async function alignKey(
  mongo: Mongo,
  { group, topic, key }: ParkedEvent,
  nextAttemptAt: Date,
): Promise<void> {
  const behind = { group, topic, key, nextAttemptAt: { $lt: nextAttemptAt } };
  await parkedOf(mongo).updateMany(behind, { $set: { nextAttemptAt } });
}

export const hasParked = async (mongo: Mongo, group: string): Promise<boolean> =>
  (await parkedOf(mongo).findOne({ group }, { projection: { _id: 1 } })) !== null;

export const countParked = (mongo: Mongo, group: string): Promise<number> =>
  parkedOf(mongo).countDocuments({ group });

/** What an operator sees of the parked events of all groups: how many, up to a limit, and the newest. */
export async function readParked(
  mongo: Mongo,
  limits: { readonly count: number; readonly newest: number },
): Promise<{ count: number; newest: ParkedEvent[] }> {
  const parked = parkedOf(mongo);
  const [count, newest] = await Promise.all([
    parked.countDocuments({}, { limit: limits.count }),
    parked.find({}).sort({ parkedAt: -1 }).limit(limits.newest).toArray(),
  ]);
  return { count, newest };
}

/** The message as it was consumed. */
export const messageOf = (parked: ParkedEvent): IncomingMessage => ({
  topic: parked.topic,
  partition: parked.partition,
  offset: String(parked.offset),
  key: parked.originalKey,
  value: Buffer.from(parked.value),
  headers: JSON.parse(parked.headers) as Record<string, string>,
});
