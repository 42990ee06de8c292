import { type Mongo } from '@tributary/mongo';

/** A call to the database as its profiler saw it. */
interface SeenCall {
  readonly collection: string;
  readonly op: string;
  /** `IXSCAN { … }`, or `COLLSCAN` where everything was read. */
  readonly planSummary: string;
  readonly docsExamined: number;
  readonly keysExamined: number;
}

/**
 * Does `work` and returns the plan of each of its searches, as the profiler recorded them. A
 * collection may be empty; it must exist.
 */
export async function plansOf(
  { connection }: Pick<Mongo, 'connection'>,
  work: () => Promise<unknown>,
): Promise<SeenCall[]> {
  const { db } = connection;
  if (db === undefined) throw new Error('The connection is not open');
  await db.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const seen = await db
    .collection('system.profile')
    .find({ planSummary: { $type: 'string' } })
    .sort({ $natural: 1 })
    .toArray();
  await db.dropCollection('system.profile');
  return seen.map((row) => ({
    collection: String(row['ns']).slice(db.databaseName.length + 1),
    op: String(row['op']),
    planSummary: String(row['planSummary']),
    docsExamined: Number(row['docsExamined'] ?? 0),
    keysExamined: Number(row['keysExamined'] ?? 0),
  }));
}
