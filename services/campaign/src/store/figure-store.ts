import { findHandled, markHandled, type Mongo, runInTransaction } from '@tributary/mongo';
import { type FigureIncrement, type Figures } from '../domain/figures.ts';
import { type FigureRow, type Models } from './models.ts';

const figuresOf = (row: FigureRow | null | undefined): Figures => ({
  commissionMinor: row?.commissionMinor ?? {},
  conversions: row?.conversions ?? 0,
  uniqueClicks: row?.uniqueClicks ?? 0,
  opensExclusive: row?.opensExclusive ?? false,
});

type Sums = Record<string, number>;

function sumsOf({ conversions, uniqueClicks, commission }: FigureIncrement): Sums {
  const sums: Sums = {};
  if (conversions !== undefined) sums['conversions'] = conversions;
  if (uniqueClicks !== undefined) sums['uniqueClicks'] = uniqueClicks;
  if (commission !== undefined) sums[`commissionMinor.${commission.currency}`] = commission.minor;
  return sums;
}

/** Sums increments by row, so that a thousand events are a few updates. */
function sumByRow(increments: readonly FigureIncrement[]): Map<string, Sums> {
  const rows = new Map<string, Sums>();
  for (const increment of increments) {
    for (const id of increment.figuresIds) {
      const row = rows.get(id) ?? {};
      for (const [field, value] of Object.entries(sumsOf(increment))) {
        row[field] = (row[field] ?? 0) + value;
      }
      rows.set(id, row);
    }
  }
  return rows;
}

/** Running totals of affiliates and campaigns; each increment counts once, even if added again. */
export function figureStore(mongo: Mongo, { figures }: Models) {
  return {
    /** Zeros where nothing was added yet. */
    get: async (id: string): Promise<Figures> => figuresOf(await figures.findById(id).lean()),
    /** In the order of the ids. */
    getMany: async (ids: readonly string[]): Promise<Figures[]> => {
      const rows = await figures.find({ _id: { $in: [...ids] } }).lean();
      const found = new Map(rows.map((row) => [row._id, row]));
      return ids.map((id) => figuresOf(found.get(id)));
    },
    /** Whether the tier of an affiliate includes exclusive campaigns. */
    setOpensExclusive: async (id: string, opensExclusive: boolean): Promise<void> => {
      await figures.updateOne({ _id: id }, { $set: { opensExclusive } }, { upsert: true });
    },
    /** Adds increments and marks their keys as counted in one transaction. */
    add: (increments: readonly FigureIncrement[]): Promise<void> =>
      runInTransaction(mongo, async ({ session }) => {
        const distinct = new Map(increments.map((increment) => [increment.key, increment]));
        const counted = await findHandled(mongo, [...distinct.keys()], session);
        const fresh = [...distinct.values()].filter(({ key }) => !counted.has(key));
        if (fresh.length === 0) return;
        await markHandled(
          mongo,
          fresh.map(({ key }) => key),
          session,
        );
        const updates = [...sumByRow(fresh)].map(([_id, sums]) => ({
          updateOne: { filter: { _id }, update: { $inc: sums }, upsert: true },
        }));
        await figures.bulkWrite(updates, { session });
      }),
  };
}
