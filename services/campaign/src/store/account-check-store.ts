import { type AccountCheck } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** This service's copy of what attribution found about affiliates' accounts. */
export const accountCheckStore = ({ accountChecks }: Collections) => ({
  /** What was found for a brand, by affiliate. */
  findMany: async (
    brandId: string,
    affiliateIds: readonly string[],
  ): Promise<Map<string, AccountCheck>> => {
    const where = { affiliateId: { $in: [...affiliateIds] }, brandId };
    const found = await accountChecks.find(where).toArray();
    return new Map(
      found.map(({ _id, checkedAt, ...rest }) => [
        rest.affiliateId,
        { ...rest, checkedAt: checkedAt.toISOString() },
      ]),
    );
  },
  /** Saves what was found, unless the copy is newer. */
  save: async (check: AccountCheck): Promise<void> => {
    const { affiliateId, brandId, checkedAt } = check;
    const at = new Date(checkedAt);
    const where = { _id: `${brandId}|${affiliateId}`, affiliateId, checkedAt: { $lte: at } };
    try {
      await accountChecks.replaceOne(where, { ...check, checkedAt: at }, { upsert: true });
    } catch (error) {
      // The copy is newer, so that the filter matched none.
      if (!isDuplicateKey(error)) throw error;
    }
  },
});
