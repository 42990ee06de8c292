import type { Session } from '@tributary/mongo';
import { sumFields, sumId, type SumPart } from '../domain/affiliate-sums.ts';
import type { Collections } from './collections.ts';

/** The sums behind the affiliates' views, written in the transaction that changes the summed records. */
export const sumStore = (
  { affiliateSums }: Pick<Collections, 'affiliateSums'>,
  session?: Session,
) => ({
  /** @param parts at most one per sum */
  add: async (parts: readonly SumPart[]): Promise<void> => {
    if (parts.length === 0) return;
    const writes = parts.map(({ key, amounts }) => {
      const moved = sumFields.filter((field) => amounts[field] !== 0);
      const $inc = Object.fromEntries(moved.map((field) => [field, amounts[field]]));
      return {
        updateOne: {
          filter: { _id: sumId(key) },
          update: { $inc, $setOnInsert: key },
          upsert: true,
        },
      };
    });
    await affiliateSums.bulkWrite(writes, session === undefined ? {} : { session });
  },
});
