import { type Limits } from '../domain/campaign.ts';

type Convert = (amount: number) => number;

/** Converts an amount that may be null. */
export const convertNullable =
  (convert: Convert) =>
  (amount: number | null): number | null =>
    amount === null ? null : convert(amount);

/** Converts the amounts of limits, e.g. between minor units and the wire. */
export function convertLimits(limits: Limits, convert: Convert): Limits {
  const converted = convertNullable(convert);
  return {
    daily: converted(limits.daily),
    weekly: converted(limits.weekly),
    monthly: converted(limits.monthly),
    total: converted(limits.total),
  };
}
