import {
  type CommissionBasis,
  commissionCurrency,
  commissionOf,
  commissionTotal,
  creditedShares,
  effectiveRate,
  remainingValue,
} from '@tributary/terms';
import { type Conversion } from './conversion.ts';

/** What decides the commission that a conversion earns. */
export type Earning = Pick<
  Conversion,
  | 'terms'
  | 'namedCommissionMinor'
  | 'valueMinor'
  | 'refundedMinor'
  | 'currency'
  | 'shares'
  | 'affiliateId'
  | 'tierBonuses'
>;

/** An amount with its currency, minor units. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

const tiersOf = ({ tierBonuses = {} }: Pick<Earning, 'tierBonuses'>) =>
  Object.fromEntries(
    Object.entries(tierBonuses).map(([affiliateId, bonusPercent]) => [
      affiliateId,
      { bonusPercent },
    ]),
  );

const basisOf = (earning: Earning): CommissionBasis => ({
  valueMinor: earning.valueMinor,
  currency: earning.currency,
  terms: earning.terms,
  namedMinor: earning.namedCommissionMinor,
  shares: creditedShares(earning.shares, earning.affiliateId),
  tiers: tiersOf(earning),
});

/** The campaign's rate with the bonus of an affiliate's tier: percent, or major units of a fixed amount. */
export const expectedRate = (
  earning: Pick<Earning, 'terms' | 'tierBonuses'>,
  affiliateId: string | null,
): string => effectiveRate({ terms: earning.terms, tiers: tiersOf(earning) }, affiliateId ?? '');

/**
 * The commission of a conversion by its frozen terms and tiers if it is approved now: the total, or one
 * affiliate's part. Booked commissions replace it.
 */
export function expectedCommission(earning: Earning, affiliateId?: string): Amount {
  const basis = basisOf(earning);
  const remainingMinor = remainingValue(earning.valueMinor, earning.refundedMinor);
  const amountMinor =
    affiliateId === undefined
      ? commissionTotal(basis, remainingMinor)
      : commissionOf(basis, remainingMinor, affiliateId);
  return { amountMinor, currency: commissionCurrency(basis) };
}

/** The expected commission of the whole order, before refunds. */
export const wholeCommission = (earning: Earning): Amount =>
  expectedCommission({ ...earning, refundedMinor: 0 });

/**
 * The commission to show: the booked one, else the expected one, else 0 where nobody is credited, or the
 * conversion is declined or not payable.
 */
export function shownCommission(
  conversion: Earning &
    Pick<Conversion, 'affiliateIds' | 'commissions' | 'status' | 'unpayableReason'>,
  affiliateId?: string,
): Amount {
  const booked = conversion.commissions.filter(
    (commission) => affiliateId === undefined || commission.affiliateId === affiliateId,
  );
  const [first] = booked;
  if (first !== undefined) {
    const amountMinor = booked.reduce((sum, commission) => sum + commission.amountMinor, 0);
    return { amountMinor, currency: first.currency };
  }
  const isPayable = conversion.status === 'pending' && conversion.unpayableReason === null;
  const isOpen = isPayable || conversion.status === 'approved';
  if (isOpen && conversion.affiliateIds.length > 0) {
    return expectedCommission(conversion, affiliateId);
  }
  return { amountMinor: 0, currency: conversion.currency };
}
