export {
  type CommissionBasis,
  commissionAmounts,
  commissionCurrency,
  commissionOf,
  commissionTotal,
  effectiveRate,
  exactCommissions,
  remainingValue,
  splitSale,
} from './commission.ts';
export { requiresReview, type ReviewFacts } from './review.ts';
export { creditedShares, mergeShares, type WeightedShare } from './shares.ts';
