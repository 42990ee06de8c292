import type { Collections } from './collections.ts';

/** The affiliates whose tiers need an evaluation. */
export const tierFigures = ({ balances }: Collections) => ({
  /** Affiliates whose balance moved since, oldest movement first. */
  listMovedSince: async (
    since: Date,
    limit: number,
  ): Promise<readonly { readonly affiliateId: string; readonly updatedAt: Date }[]> => {
    const projection = { _id: 0, affiliateId: 1, updatedAt: 1 } as const;
    const moved = balances.find({ updatedAt: { $gte: since } }, { projection });
    return moved.sort({ updatedAt: 1 }).limit(limit).toArray();
  },

  /** The next affiliates who ever earned, ordered by id. @param after the last affiliate returned, or '' */
  listAffiliatesAfter: async (after: string, limit: number): Promise<readonly string[]> => {
    const projection = { affiliateId: 1 } as const;
    // Skips all currencies of the last affiliate.
    const beyond = after === '' ? '' : `${after}/~`;
    const found = balances.find({ _id: { $gt: beyond } }, { projection }).sort({ _id: 1 });
    const docs = await found.limit(limit).toArray();
    return [...new Set(docs.map(({ affiliateId }) => affiliateId))];
  },

  /** Every affiliate who ever earned. */
  listAffiliates: async function* (): AsyncGenerator<string> {
    let last = '';
    for await (const { affiliateId } of balances.find({}).sort({ _id: 1 })) {
      if (affiliateId !== last) yield affiliateId;
      last = affiliateId;
    }
  },
});
