import type { CommissionStatus } from '@tributary/contracts';
import { projectionOf } from '@tributary/mongo';
import type { Span } from '../domain/calendar.ts';
import { type Commission, owedMinor } from '../domain/commission.ts';
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
  'paidMinor',
  'reservedMinor',
  'clawedBackMinor',
  'lastChangeId',
  'createdAt',
  'approvedAt',
  'paidAt',
  'payoutId',
] as const;

export type ListedCommission = Pick<Commission, 'id' | (typeof LISTED)[number]>;

/** What a conversion shows of its commissions. */
const EARNED = [
  'conversionId',
  'terms',
  'currency',
  'status',
  'amountMinor',
  'paidMinor',
  'reservedMinor',
  'clawedBackMinor',
] as const;

export interface EarnedCommission extends Pick<Commission, 'conversionId' | 'terms' | 'currency'> {
  /** What is owed, with the lines of attribution changes. */
  readonly amountMinor: number;
}

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

  /** One for each conversion that the affiliate earns by. */
  listCommissionsOf: async (
    affiliateId: string,
    conversionIds: readonly string[],
  ): Promise<EarnedCommission[]> => {
    const query = { affiliateId, conversionId: { $in: [...conversionIds] } };
    const found = commissions.find(query).sort({ createdAt: 1, _id: 1 });
    type Row = Pick<Commission, (typeof EARNED)[number]>;
    const rows = await found.project<Row>(projectionOf(EARNED)).toArray();
    const byConversion = Map.groupBy(rows, ({ conversionId }) => conversionId);
    return [...byConversion.values()].flatMap((ofOne) => {
      const amountMinor = ofOne.reduce((sum, one) => sum + owedMinor(one), 0);
      return ofOne.slice(0, 1).map((first) => ({ ...first, amountMinor }));
    });
  },
});
