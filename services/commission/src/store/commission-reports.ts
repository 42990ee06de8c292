import type { CommissionStatus } from '@tributary/contracts';
import { projectionOf } from '@tributary/mongo';
import type { Span } from '../domain/calendar.ts';
import type { Commission } from '../domain/commission.ts';
import type { Collections, CommissionDocument } from './collections.ts';
import { between, given } from './report-filters.ts';

export interface CommissionFilter extends Span {
  readonly affiliateId: string;
  readonly status?: CommissionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** The fields that the list shows: decoding the others would cost as much again. */
const LISTED = [
  'campaignId',
  'campaignName',
  'orderId',
  'terms',
  'orderValueMinor',
  'saleCurrency',
  'currency',
  'status',
  'amountMinor',
  'createdAt',
  'approvedAt',
  'paidAt',
  'payoutId',
] as const;

export type ListedCommission = Pick<Commission, 'id' | (typeof LISTED)[number]>;

/** What a conversion shows of its commission. */
const EARNED = ['conversionId', 'terms', 'currency', 'amountMinor'] as const;

export type EarnedCommission = Pick<Commission, (typeof EARNED)[number]>;

/** Queries over commissions for the affiliates' views. */
export const commissionReports = ({ commissions }: Collections) => ({
  /** Newest first. */
  listCommissions: async (filter: CommissionFilter): Promise<ListedCommission[]> => {
    const { affiliateId, status, campaignId, skip, limit } = filter;
    const filters = { ...given({ status, campaignId }), ...between('createdAt', filter) };
    const newest = commissions
      .find({ affiliateId, ...filters })
      .project<Pick<CommissionDocument, '_id' | (typeof LISTED)[number]>>(projectionOf(LISTED))
      .sort({ createdAt: -1, _id: -1 });
    const found = await newest.skip(skip).limit(limit).toArray();
    return found.map((document) => ({ ...document, id: document._id }));
  },

  listCommissionsOf: async (
    affiliateId: string,
    conversionIds: readonly string[],
  ): Promise<EarnedCommission[]> => {
    const query = { affiliateId, conversionId: { $in: [...conversionIds] } };
    return commissions.find(query).project<EarnedCommission>(projectionOf(EARNED)).toArray();
  },
});
