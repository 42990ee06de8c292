import { findHandled, markHandled, runInTransaction, type Mongo } from '@tributary/mongo';
import { type FigureChange, type FigureIncrement, type Figures } from '../domain/figures.ts';
import { type Collections, type FiguresDocument } from './collections.ts';

const figuresOf = (document: FiguresDocument | null | undefined): Figures => ({
  commissionMinor: document?.commissionMinor ?? {},
  conversions: document?.conversions ?? 0,
  uniqueClicks: document?.uniqueClicks ?? 0,
  opensExclusive: document?.opensExclusive ?? false,
});

type Sums = Record<string, number>;

function sumsOf({ conversions, uniqueClicks, commission }: FigureChange): Sums {
  const sums: Sums = {};
  if (conversions !== undefined) sums['conversions'] = conversions;
  if (uniqueClicks !== undefined) sums['uniqueClicks'] = uniqueClicks;
  if (commission !== undefined) sums[`commissionMinor.${commission.currency}`] = commission.minor;
  return sums;
}

/** Sums increments by document, so that a thousand events are a few updates. */
function sumByFigures(increments: readonly FigureIncrement[]): Map<string, Sums> {
  const documents = new Map<string, Sums>();
  for (const change of increments.flatMap(({ changes }) => changes)) {
    const document = documents.get(change.figuresId) ?? {};
    for (const [field, value] of Object.entries(sumsOf(change))) {
      document[field] = (document[field] ?? 0) + value;
    }
    documents.set(change.figuresId, document);
  }
  return documents;
}

/** Running totals of affiliates and campaigns; each increment counts once, even if added again. */
export function figureStore(mongo: Mongo, { figures }: Collections) {
  return {
    /** Zeros where nothing was added yet. */
    get: async (id: string): Promise<Figures> => figuresOf(await figures.findById(id).lean()),
    /** In the order of the ids. */
    getMany: async (ids: readonly string[]): Promise<Figures[]> => {
      const documents = await figures.find({ _id: { $in: [...ids] } }).lean();
      const found = new Map(documents.map((document) => [document._id, document]));
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
        const updates = [...sumByFigures(fresh)].map(([_id, sums]) => ({
          updateOne: { filter: { _id }, update: { $inc: sums }, upsert: true },
        }));
        await figures.bulkWrite(updates, { session });
      }),
  };
}
