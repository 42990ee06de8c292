import type { Mongo } from '@tributary/mongo';
import { valueSize } from './row-bytes.ts';

type Connection = Mongo['connection'];
export type Session = ReturnType<ReturnType<Connection['getClient']>['startSession']>;

/** A `find` or `aggregate` command without its size of batches. */
export type RawQuery = Readonly<Record<string, unknown>> &
  (Readonly<{ find: string }> | Readonly<{ aggregate: string; pipeline: readonly object[] }>);

const BATCH_SIZE = 2_000;

/**
 * Streams the rows of a query, each batch as the bytes of one BSON array. The driver's cursors make an object of each
 * row, even of a raw one, which for millions of rows takes longer than checking them. The database reads the next batch
 * while the last one is being used.
 *
 * The commands of one query go to the primary of a replica set; behind several mongos they would need one of them.
 */
export async function* rawBatches(
  connection: Connection,
  session: Session,
  query: RawQuery,
): AsyncGenerator<Buffer, undefined> {
  const db = connection.getClient().db(connection.name);
  const run = async (command: object): Promise<RawCursor> => {
    const reply = await db.command({ ...command }, { session, raw: true });
    return readCursor(reply['cursor'] as Buffer);
  };
  const collection = 'find' in query ? query.find : query.aggregate;
  let cursor = await run({ ...query, ...sizeOf(query), readConcern: { level: 'snapshot' } });
  try {
    while (cursor.id !== CLOSED) {
      const { id, rows } = cursor;
      const next = run({ getMore: id, collection, batchSize: BATCH_SIZE });
      // A consumer that stops early never awaits it; otherwise its failure is thrown below.
      next.catch(() => undefined);
      yield rows;
      cursor = await next;
    }
    yield cursor.rows;
  } finally {
    if (cursor.id !== CLOSED) {
      await db.command({ killCursors: collection, cursors: [cursor.id] }).catch(() => undefined);
    }
  }
  return undefined;
}

const sizeOf = (query: RawQuery): object =>
  'find' in query ? { batchSize: BATCH_SIZE } : { cursor: { batchSize: BATCH_SIZE } };

/** The id of a cursor that has no more rows. */
const CLOSED = 0n;

interface RawCursor {
  readonly id: bigint;
  readonly rows: Buffer;
}

/** Finds the rows and the id in a cursor's reply without decoding the rows. */
function readCursor(bytes: Buffer): RawCursor {
  let id = CLOSED;
  let rows = bytes.subarray(0, 0);
  for (let at = 4; at < bytes.length - 1;) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const name = bytes.toString('latin1', at + 1, nameEnd);
    const from = nameEnd + 1;
    const size = valueSize(bytes, bytes[at], from);
    if (size === undefined) throw new Error(`A cursor's ${name} has an unknown BSON type`);
    at = from + size;
    if (name === 'id') id = bytes.readBigInt64LE(from);
    if (name === 'firstBatch' || name === 'nextBatch') rows = bytes.subarray(from, at);
  }
  return { id, rows };
}
