import { isDuplicateKey } from '@tributary/mongo';

type Versioned = { readonly _id: string; readonly version: string };

const latestOfEach = <T extends Versioned>(rows: readonly T[]): T[] => {
  const byId = new Map<string, T>();
  for (const row of rows) {
    const known = byId.get(row._id);
    if (known === undefined || known.version < row.version) byId.set(row._id, row);
  }
  return [...byId.values()];
};

const updateOf = <T extends Versioned>({ _id, ...row }: T) => ({
  updateOne: {
    filter: { _id, version: { $lt: row.version } },
    update: { $set: row },
    upsert: true,
  },
});

/** Upserts copies of other services' records; events may come in any order, and the newest version wins. */
export async function upsertNewer<T extends Versioned>(
  rows: readonly T[],
  write: (updates: ReturnType<typeof updateOf<T>>[]) => Promise<unknown>,
): Promise<void> {
  if (rows.length === 0) return;
  const updates = latestOfEach(rows).map((row) => updateOf(row));
  if (await isRefused(() => write(updates))) {
    // A refused row exists now: the repetition replaces an older version, and is refused by a newer one.
    await isRefused(() => write(updates));
  }
}

/**
 * Whether the key of an existing copy refused an upsert: of a newer version, or of an older one that
 * another partition's event inserted at the same moment.
 */
async function isRefused(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return false;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return true;
  }
}
