import { findHandled, markHandled, type Mongo, runInTransaction } from '@tributary/mongo';
import { type Addition, type Figures } from '../domain/figures.ts';
import { type FigureRow, type Models } from './models.ts';

const figuresOf = (row: FigureRow | null | undefined): Figures => ({
  commissionMinor: row?.commissionMinor ?? {},
  conversions: row?.conversions ?? 0,
  uniqueClicks: row?.uniqueClicks ?? 0,
  opensExclusive: row?.opensExclusive ?? false,
});

type Sums = Record<string, number>;

function sumsOf({ conversions, uniqueClicks, commission }: Addition): Sums {
  const sums: Sums = {};
  if (conversions !== undefined) sums['conversions'] = conversions;
  if (uniqueClicks !== undefined) sums['uniqueClicks'] = uniqueClicks;
  if (commission !== undefined) sums[`commissionMinor.${commission.currency}`] = commission.minor;
  return sums;
}

/** The additions gathered by row, so that a thousand facts are a few updates. */
function gathered(additions: readonly Addition[]): Map<string, Sums> {
  const rows = new Map<string, Sums>();
  for (const addition of additions) {
    for (const id of addition.to) {
      const row = rows.get(id) ?? {};
      for (const [field, value] of Object.entries(sumsOf(addition))) {
        row[field] = (row[field] ?? 0) + value;
      }
      rows.set(id, row);
    }
  }
  return rows;
}

/** Running sums of affiliates and campaigns, each fact counted once however often it comes. */
export function figureStore(mongo: Mongo, { figures }: Models) {
  return {
    /** Zeros where nothing was counted yet. */
    get: async (id: string): Promise<Figures> => figuresOf(await figures.findById(id).lean()),
    /** The same for many, in the order asked. */
    getMany: async (ids: readonly string[]): Promise<Figures[]> => {
      const rows = await figures.find({ _id: { $in: [...ids] } }).lean();
      const found = new Map(rows.map((row) => [row._id, row]));
      return ids.map((id) => figuresOf(found.get(id)));
    },
    /** What the tier of an affiliate is good for; the newest word counts. */
    noteExclusive: async (id: string, opensExclusive: boolean): Promise<void> => {
      await figures.updateOne({ _id: id }, { $set: { opensExclusive } }, { upsert: true });
    },
    /** Counts facts in one commit with the note that they are counted. */
    count: (additions: readonly Addition[]): Promise<void> =>
      runInTransaction(mongo, async ({ session }) => {
        const distinct = new Map(additions.map((addition) => [addition.key, addition]));
        const counted = await findHandled(mongo, [...distinct.keys()], session);
        const fresh = [...distinct.values()].filter(({ key }) => !counted.has(key));
        if (fresh.length === 0) return;
        await markHandled(
          mongo,
          fresh.map(({ key }) => key),
          session,
        );
        const updates = [...gathered(fresh)].map(([_id, sums]) => ({
          updateOne: { filter: { _id }, update: { $inc: sums }, upsert: true },
        }));
        await figures.bulkWrite(updates, { session });
      }),
  };
}
