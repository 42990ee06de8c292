import type { CommissionStatus } from '@tributary/contracts';
import type { Span } from '../domain/calendar.ts';
import type { Commission } from '../domain/commission.ts';
import type { Collections } from './collections.ts';
import { toCommission } from './commission-store.ts';
import { between, given } from './report-filters.ts';

export interface CommissionFilter extends Span {
  readonly affiliateId: string;
  readonly status?: CommissionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Queries over commissions for the affiliates' views. */
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
});
