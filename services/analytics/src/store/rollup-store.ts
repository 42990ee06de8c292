import { type Rollup } from '../domain/rollup.ts';
import { type Collections, type Session } from './collections.ts';

type Sums = 'clickSums' | 'conversionSums' | 'commissionSums';

const updateOf = ({ id: _id, figures, ...about }: Rollup) => ({
  updateOne: {
    filter: { _id },
    update: { $setOnInsert: about, $inc: figures },
    upsert: true,
  },
});

/** Adds changes to sums. Belongs into the transaction that keeps what they come from. */
export const rollupStore = (collections: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const adder =
    (sums: Sums) =>
    async (rollups: readonly Rollup[]): Promise<void> => {
      if (rollups.length === 0) return;
      await collections[sums].bulkWrite(rollups.map(updateOf), { ...inSession, ordered: false });
    };
  return {
    addClicks: adder('clickSums'),
    addConversions: adder('conversionSums'),
    addCommissions: adder('commissionSums'),
  };
};
