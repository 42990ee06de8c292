import {
  exactPercentOf,
  multiply,
  parseAmount,
  type Rational,
  rational,
  splitExact,
} from '@tributary/money';
import { type Conversion } from './conversion.ts';

type Earning = Pick<
  Conversion,
  'terms' | 'namedCommissionMinor' | 'valueMinor' | 'refundedMinor' | 'currency' | 'shares'
>;

/** An amount with the currency it is in, minor units. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** The exact commission on what refunds have left of the order; fixed amounts shrink in proportion. */
function exactCommission(earning: Earning): Rational {
  const { terms, namedCommissionMinor: named, valueMinor, refundedMinor } = earning;
  const leftMinor = valueMinor - refundedMinor;
  const whole = named ?? (terms.type === 'fixed' ? parseAmount(terms.value, terms.currency) : null);
  if (whole === null) return exactPercentOf(leftMinor, terms.value);
  return valueMinor === 0
    ? rational(whole)
    : rational(BigInt(whole) * BigInt(leftMinor), BigInt(valueMinor));
}

/**
 * What a conversion will earn by its frozen terms if it is approved as it stands: all of it, or one
 * affiliate's part. The commission itself, which knows tiers, replaces it once it is booked.
 */
export function expectedCommission(earning: Earning, affiliateId?: string): Amount {
  const { terms, namedCommissionMinor, shares } = earning;
  const isFixed = namedCommissionMinor === null && terms.type === 'fixed';
  const currency = isFixed ? terms.currency : earning.currency;
  const exact = exactCommission(earning);
  const total = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (total === 0n) return { amountMinor: splitExact([exact]).totalMinor, currency };
  const parts = shares.map(({ weight }) => multiply(exact, rational(BigInt(weight), total)));
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
