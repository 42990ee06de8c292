import { type PageRequest, withoutUndefined } from '@tributary/mongo';
import { commissionAmounts, orderAmounts } from '../domain/amounts.ts';
import { type AmountRow } from '../domain/brand-report.ts';
import { earnedStatuses } from '../domain/states.ts';
import { factsOf, pageStages } from './amount-stages.ts';
import {
  type Collections,
  collections as declared,
  type CommissionFactDocument,
  type ConversionFactDocument,
} from './collections.ts';
import { type Stage } from './figure-sources.ts';
import { type AmountQuery } from './figures-port.ts';
import { LARGE_RESULT } from './large-result.ts';

type Order = ConversionFactDocument & { readonly commissions: readonly CommissionFactDocument[] };

const commissionsOfEach: Stage = {
  $lookup: {
    from: declared.commissions.name,
    localField: '_id',
    foreignField: 'conversionId',
    as: 'commissions',
  },
};

/** The newest first, by the index of the brand. */
const newestFacts = (query: AmountQuery, page: PageRequest | undefined): Stage[] => [
  factsOf(query),
  { $sort: { convertedAt: -1, _id: -1 } },
  ...pageStages(page),
];

interface Fact extends Pick<
  ConversionFactDocument,
  '_id' | 'affiliateId' | 'campaignId' | 'convertedAt'
> {
  readonly orderId?: string | undefined;
  readonly status: string;
}

const factOf = ({ _id, affiliateId, campaignId, orderId, convertedAt, status }: Fact) => ({
  ...{ _id, affiliateId, campaignId, convertedAt, status },
  ...withoutUndefined({ orderId }),
});

/** The commission of an order is what is owed for it in its currency, to whichever affiliate. */
function orderRow(order: Order): AmountRow {
  const commission = order.commissions
    .filter(
      ({ currency, status }) => currency === order.currency && earnedStatuses.includes(status),
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { ...factOf(order), amounts: { ...orderAmounts(order), commission } };
}

function commissionRow(commission: CommissionFactDocument): AmountRow {
  const { amount, paid, due } = commissionAmounts(commission);
  const { conversionId } = commission;
  return {
    ...factOf(commission),
    ...withoutUndefined({ conversionId }),
    amounts: { amount, paid, due },
  };
}

/** Single orders with their commissions, the newest first. */
export const orderRows = ({ conversions }: Collections, query: AmountQuery, page?: PageRequest) =>
  conversions
    .aggregate<Order>([...newestFacts(query, page), commissionsOfEach], LARGE_RESULT)
    .map(orderRow);

/** Single commissions, the newest first. */
export const commissionRows = (
  { commissions }: Collections,
  query: AmountQuery,
  page?: PageRequest,
) =>
  commissions
    .aggregate<CommissionFactDocument>(newestFacts(query, page), LARGE_RESULT)
    .map(commissionRow);
