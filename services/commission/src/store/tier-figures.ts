import type { CommissionStatus } from '@tributary/contracts';
import type { TierFigures } from '../domain/tier.ts';
import type { Collections } from './collections.ts';

const live: CommissionStatus[] = ['pending', 'approved', 'paid'];

/** What tiers are decided by, and of whom. */
export const tierFigures = ({ balances, commissions }: Collections) => ({
  /**
   * What an affiliate did since a moment, by campaign: commissions approved, and the sales they were
   * earned on, less refunds, in the platform's currency.
   */
  measureByCampaign: async (
    affiliateId: string,
    since: Date,
  ): Promise<Map<string, TierFigures>> => {
    const left = {
      $cond: [
        { $gt: ['$earnedMinor', 0] },
        { $divide: [{ $multiply: ['$worthMinor', '$entitledMinor'] }, '$earnedMinor'] },
        '$worthMinor',
      ],
    };
    const rows = commissions.aggregate<{ _id: string; conversions: number; revenueMinor: number }>([
      { $match: { affiliateId, createdAt: { $gte: since }, status: { $in: live } } },
      {
        $group: {
          _id: '$campaignId',
          conversions: { $sum: 1 },
          revenueMinor: { $sum: { $round: [left, 0] } },
        },
      },
    ]);
    const found = await rows.toArray();
    return new Map(found.map(({ _id, ...figures }) => [_id, figures]));
  },

  /** Affiliates whose balance moved since, the longest ago first. */
  listMovedSince: async (
    since: Date,
    limit: number,
  ): Promise<readonly { readonly affiliateId: string; readonly updatedAt: Date }[]> => {
    const projection = { _id: 0, affiliateId: 1, updatedAt: 1 } as const;
    const moved = balances.find({ updatedAt: { $gte: since } }, { projection });
    return moved.sort({ updatedAt: 1 }).limit(limit).toArray();
  },

  /** The next of those who ever earned, in the order of their ids. @param after the last one known, or '' */
  listAffiliatesAfter: async (after: string, limit: number): Promise<readonly string[]> => {
    const projection = { affiliateId: 1 } as const;
    // Past all currencies of the last one.
    const beyond = after === '' ? '' : `${after}/~`;
    const found = balances.find({ _id: { $gt: beyond } }, { projection }).sort({ _id: 1 });
    const docs = await found.limit(limit).toArray();
    return [...new Set(docs.map(({ affiliateId }) => affiliateId))];
  },

  /** Everybody who ever earned. */
  listAffiliates: async function* (): AsyncGenerator<string> {
    let last = '';
    for await (const { affiliateId } of balances.find({}).sort({ _id: 1 })) {
      if (affiliateId !== last) yield affiliateId;
      last = affiliateId;
    }
  },
});
