import {
  effectivePercent,
  exactPercentOf,
  multiply,
  parseAmount,
  parseRational,
  type Rational,
  rational,
  splitExact,
} from '@tributary/money';
import { type Conversion } from './conversion.ts';

type Earning = Pick<
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

/** An amount with the currency it is in, minor units. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** What an affiliate's tier adds to the rate, percent of it. */
const bonusOf = ({ tierBonuses }: Pick<Earning, 'tierBonuses'>, affiliateId: string | null) =>
  (affiliateId === null ? undefined : tierBonuses?.[affiliateId]) ?? '0';

/** The campaign's rate as an affiliate's tier raises it: percent, or major units of a fixed amount. */
export const expectedRate = (
  earning: Pick<Earning, 'terms' | 'tierBonuses'>,
  affiliateId: string | null,
): string => effectivePercent(earning.terms.value, bonusOf(earning, affiliateId));

/** What a shop names is meant as it is; null where it names nothing and a percentage is earned. */
function wholeAmount(earning: Earning, affiliateId: string | null): Rational | null {
  const { terms, namedCommissionMinor: named } = earning;
  if (named !== null) return rational(named);
  if (terms.type === 'percentage') return null;
  const raised = effectivePercent('100', bonusOf(earning, affiliateId));
  return multiply(rational(parseAmount(terms.value, terms.currency), 100n), parseRational(raised));
}

/**
 * What one affiliate would earn alone, exactly, on what refunds have left of the order; fixed amounts shrink in
 * proportion.
 */
function exactAlone(earning: Earning, affiliateId: string | null): Rational {
  const { valueMinor, refundedMinor } = earning;
  const leftMinor = valueMinor - refundedMinor;
  const whole = wholeAmount(earning, affiliateId);
  if (whole === null) return exactPercentOf(leftMinor, expectedRate(earning, affiliateId));
  return valueMinor === 0 ? whole : multiply(whole, rational(leftMinor, valueMinor));
}

/**
 * What a conversion will earn by its frozen terms and tiers if it is approved as it stands: all of it, or one
 * affiliate's part. By commission's own rule, to the cent: each share's part of what its affiliate would earn
 * alone, the sum rounded once, odd units by largest remainder. The commission itself replaces it once it is booked.
 */
export function expectedCommission(earning: Earning, affiliateId?: string): Amount {
  const { terms, namedCommissionMinor, shares } = earning;
  const isFixed = namedCommissionMinor === null && terms.type === 'fixed';
  const currency = isFixed ? terms.currency : earning.currency;
  const total = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (total === 0n) {
    const exact = exactAlone(earning, earning.affiliateId);
    return { amountMinor: splitExact([exact]).totalMinor, currency };
  }
  const parts = shares.map((share) =>
    multiply(exactAlone(earning, share.affiliateId), rational(BigInt(share.weight), total)),
  );
  const { totalMinor, partsMinor } = splitExact(parts);
  if (affiliateId === undefined) return { amountMinor: totalMinor, currency };
  const own = partsMinor.filter((_, index) => shares[index]?.affiliateId === affiliateId);
  return { amountMinor: own.reduce((sum, part) => sum + part, 0), currency };
}

/**
 * The commission to show: what is booked, else what is expected, else nothing (nobody is credited, or
 * it was declined, or it has passed a cap).
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
  if (isOpen && conversion.affiliateIds.length > 0)
    return expectedCommission(conversion, affiliateId);
  return { amountMinor: 0, currency: conversion.currency };
}
