import type { CommissionStatus } from '@tributary/contracts';
import type { Commission } from '../domain/commission.ts';
import type { Collections } from './collections.ts';
import { toCommission } from './commission-store.ts';
import {
  between,
  type BreakdownFilter,
  breakdownMatch,
  given,
  type Owner,
  type Range,
  truncated,
} from './report-filters.ts';

type CommissionCollection = Collections['commissions'];

export interface CommissionFilter extends Range {
  readonly affiliateId: string;
  readonly status?: CommissionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

export interface EarningSums {
  readonly earnedMinor: number;
  readonly pendingMinor: number;
  readonly paidMinor: number;
}

const live: CommissionStatus[] = ['pending', 'approved', 'paid'];

/** Questions over commissions, for the views of affiliates. */
export const commissionReports = ({ commissions }: Collections) => ({
  /** Newest first. */
  listCommissions: async (filter: CommissionFilter): Promise<Commission[]> => {
    const { affiliateId, status, campaignId, skip, limit } = filter;
    const filters = { ...given({ status, campaignId }), ...between('createdAt', filter) };
    const newest = commissions.find({ affiliateId, ...filters }).sort({ createdAt: -1, _id: -1 });
    return (await newest.skip(skip).limit(limit).toArray()).map(toCommission);
  },

  listCommissionsOf: async (
    affiliateId: string,
    conversionIds: readonly string[],
  ): Promise<Commission[]> => {
    const query = { affiliateId, conversionId: { $in: [...conversionIds] } };
    return (await commissions.find(query).toArray()).map(toCommission);
  },

  sumEarnings: (owner: Owner, range: Range, by: 'createdAt' | 'convertedAt') =>
    sumEarnings(commissions, { ...owner, ...between(by, range) }),

  /** When the affiliate earned first in this currency. */
  findFirstCommissionAt: async ({ affiliateId, currency }: Owner): Promise<Date | undefined> => {
    const createdAts = commissions.find({ affiliateId, currency }).project({ createdAt: 1 });
    const [first] = await createdAts.sort({ createdAt: 1, _id: 1 }).limit(1).toArray();
    return first?.['createdAt'] as Date | undefined;
  },

  /** Unpaid approved commissions by campaign. */
  sumUnpaidByCampaign: ({ affiliateId, currency }: Owner) =>
    commissions
      .aggregate<{ readonly _id: string; readonly count: number; readonly freeMinor: number }>([
        { $match: { affiliateId, currency, freeMinor: { $gt: 0 } } },
        { $group: { _id: '$campaignId', count: { $sum: 1 }, freeMinor: { $sum: '$freeMinor' } } },
        { $sort: { _id: 1 } },
      ])
      .toArray(),

  /** Commissions by the period of their conversion. */
  breakDownCommissions: ({ affiliateId, currency }: Owner, unit: string, filter: BreakdownFilter) =>
    commissions
      .aggregate<{ readonly _id: Date; readonly amountMinor: number }>([
        { $match: { affiliateId, currency, status: { $in: live }, ...breakdownMatch(filter) } },
        { $group: { _id: truncated(unit), amountMinor: { $sum: '$amountMinor' } } },
      ])
      .toArray(),
});

/** What was earned in a range; by the time of the commission or of its conversion. */
async function sumEarnings(
  commissions: CommissionCollection,
  match: Readonly<Record<string, unknown>>,
): Promise<EarningSums> {
  const amountIf = (statuses: readonly CommissionStatus[]) => ({
    $sum: { $cond: [{ $in: ['$status', statuses] }, '$amountMinor', 0] },
  });
  const group = {
    _id: null,
    earnedMinor: amountIf(live),
    pendingMinor: amountIf(['pending']),
    paidMinor: { $sum: '$paidMinor' },
  };
  const rows = commissions.aggregate<EarningSums>([{ $match: match }, { $group: group }]);
  const [sums] = await rows.toArray();
  return sums ?? { earnedMinor: 0, pendingMinor: 0, paidMinor: 0 };
}
