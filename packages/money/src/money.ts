import { z } from 'zod';
import { currencySchema } from './currency.ts';

/** An amount in the currency's minor units (cents of USD, yen, fils of KWD). */
export type Money = Readonly<{ amountMinor: number; currency: string }>;

/** Money inside services, events and stores. May be negative: a clawback is. */
export const moneySchema = z
  .object({ amountMinor: z.int(), currency: currencySchema })
  .readonly()
  .meta({ description: 'An amount in minor units of an ISO 4217 currency' });

/**
 * @throws RangeError where the amount is no safe integer, because a program error computed
 * fractions
 */
export function assertMinor(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor)) {
    throw new RangeError('An amount must be a safe integer of minor units.');
  }
}

/** The sum of minor units of one currency. @throws RangeError beyond safe integers */
export function sumMinor(amountsMinor: Iterable<number>): number {
  let sum = 0;
  for (const amountMinor of amountsMinor) {
    assertMinor(amountMinor);
    sum += amountMinor;
    assertMinor(sum);
  }
  return sum;
}
