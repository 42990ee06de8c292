import { roundHalfEven, toMinor } from '@tributary/money';
import { dayText, periodStart } from './calendar.ts';
import { type Commission, freeMinor, isLive, owedMinor } from './commission.ts';
import type { ConversionView } from './conversion-view.ts';

/**
 * The sums behind an affiliate's views, stored by day, because adding up a million commissions takes seconds. Each record
 * adds a part to some sums; a change of the record changes them by the difference, in the same transaction.
 *
 * - `earned`: live commissions by the day of their conversion
 * - `created`: live commissions by the day of their creation, with the sales that tiers are decided by
 * - `unpaid`: commissions that a payout may reserve
 * - `converted`: conversions that are neither rejected nor reversed, by their day; amounts are sales less refunds
 * - `expected`: what pending conversions would earn
 */
export type SumKind = CommissionSum | ConversionSum;
export const commissionSums = ['earned', 'created', 'unpaid'] as const;
type CommissionSum = (typeof commissionSums)[number];
type ConversionSum = 'converted' | 'expected';

export interface SumKey {
  readonly affiliateId: string;
  readonly kind: SumKind;
  /** The first moment of a day, UTC; null where the sum covers all days. */
  readonly day: Date | null;
  readonly currency: string;
  /** Null where the sum covers all campaigns. */
  readonly campaignId: string | null;
}

export const sumFields = [
  'count',
  'amountMinor',
  'pendingCount',
  'pendingMinor',
  'paidMinor',
  'worthMinor',
] as const;
export type SumField = (typeof sumFields)[number];
/** Counts, and amounts in minor units of the key's currency; `worthMinor` in the platform's. */
export type SumAmounts = Readonly<Record<SumField, number>>;

/** The amounts that a record adds to one sum. */
export interface SumPart {
  readonly key: SumKey;
  readonly amounts: SumAmounts;
}

const nothing: SumAmounts = {
  count: 0,
  amountMinor: 0,
  pendingCount: 0,
  pendingMinor: 0,
  paidMinor: 0,
  worthMinor: 0,
};

/** `<affiliate>/<kind>/<day>/<currency>/<campaign>`, so that a range of days is a range of ids. */
export const sumId = ({ affiliateId, kind, day, currency, campaignId }: SumKey): string =>
  [affiliateId, kind, day === null ? '' : dayText(day), currency, campaignId ?? ''].join('/');

/** The fields of a commission that the sums need. */
export type SummedCommission = Pick<
  Commission,
  | 'affiliateId'
  | 'campaignId'
  | 'currency'
  | 'status'
  | 'amountMinor'
  | 'paidMinor'
  | 'reservedMinor'
  | 'clawedBackMinor'
  | 'earnedMinor'
  | 'entitledMinor'
  | 'worthMinor'
  | 'convertedAt'
  | 'createdAt'
>;

/** The parts of one commission. */
export function commissionParts(commission: SummedCommission): readonly SumPart[] {
  const { affiliateId, currency, campaignId, status, paidMinor } = commission;
  const amountMinor = owedMinor(commission);
  const free = freeMinor(commission);
  const key = { affiliateId, currency, campaignId };
  const unpaid: SumPart = {
    key: { ...key, kind: 'unpaid', day: null },
    amounts: { ...nothing, count: 1, amountMinor: free },
  };
  // The paid part of a cancelled commission still counts as paid.
  const isCounted = isLive(commission);
  const earned: SumPart = {
    key: { ...key, kind: 'earned', day: periodStart(commission.convertedAt, 'day') },
    amounts: {
      ...nothing,
      ...(isCounted ? { count: 1, amountMinor } : {}),
      ...(status === 'pending' ? { pendingCount: 1, pendingMinor: amountMinor } : {}),
      paidMinor,
    },
  };
  const created: SumPart = {
    key: { ...key, kind: 'created', day: periodStart(commission.createdAt, 'day') },
    amounts: {
      ...nothing,
      ...(isCounted ? { count: 1, amountMinor, worthMinor: worthLeftMinor(commission) } : {}),
    },
  };
  return [earned, created, ...(free > 0 ? [unpaid] : [])];
}

/** The sale that a commission was earned on, less refunds, in the platform's currency; 0 where a rate was missing. */
export function worthLeftMinor({
  worthMinor,
  earnedMinor,
  entitledMinor,
}: Pick<Commission, 'worthMinor' | 'earnedMinor' | 'entitledMinor'>): number {
  if (worthMinor === null) return 0;
  if (earnedMinor === 0 || earnedMinor === entitledMinor) return worthMinor;
  return toMinor(roundHalfEven(BigInt(worthMinor) * BigInt(entitledMinor), BigInt(earnedMinor)));
}

/** The parts of one conversion: the whole sale for each credited affiliate, and the expected commissions. */
export function conversionParts(view: ConversionView): readonly SumPart[] {
  const { status, campaignId, currency, valueMinor, refundedMinor, expected } = view;
  if (status !== 'pending' && status !== 'approved') return [];
  const isPending = status === 'pending';
  const day = periodStart(view.convertedAt, 'day');
  const sales = [...new Set(view.affiliateIds)].map((affiliateId): SumPart => ({
    key: { affiliateId, kind: 'converted', day, currency, campaignId },
    amounts: {
      ...nothing,
      count: 1,
      pendingCount: isPending ? 1 : 0,
      amountMinor: valueMinor - refundedMinor,
    },
  }));
  if (!isPending) return sales;
  const ofAll = {
    kind: 'expected',
    day: null,
    currency: view.commissionCurrency,
    campaignId: null,
  } as const;
  const waiting = expected.map(({ affiliateId, amountMinor }): SumPart => ({
    key: { ...ofAll, affiliateId },
    amounts: { ...nothing, count: 1, amountMinor },
  }));
  return [...sales, ...waiting];
}

/** Adds up the parts of each sum, by the sum's id. */
export function addUpParts(parts: readonly SumPart[]): Map<string, SumPart> {
  const sums = new Map<string, SumPart>();
  for (const part of parts) addPart(sums, part);
  return sums;
}

/** Adds one part to sums by id. */
export function addPart(sums: Map<string, SumPart>, { key, amounts }: SumPart): void {
  const id = sumId(key);
  const known = sums.get(id);
  sums.set(id, {
    key,
    amounts: known === undefined ? amounts : combine(known.amounts, amounts, 1),
  });
}

const combine = (a: SumAmounts, b: SumAmounts, sign: 1 | -1): SumAmounts => ({
  count: a.count + sign * b.count,
  amountMinor: a.amountMinor + sign * b.amountMinor,
  pendingCount: a.pendingCount + sign * b.pendingCount,
  pendingMinor: a.pendingMinor + sign * b.pendingMinor,
  paidMinor: a.paidMinor + sign * b.paidMinor,
  worthMinor: a.worthMinor + sign * b.worthMinor,
});

/** The parts that turn sums with `before` into sums with `after`. */
export const partsBetween = (
  before: readonly SumPart[],
  after: readonly SumPart[],
): readonly SumPart[] => {
  const undone = before.map(({ key, amounts }) => ({
    key,
    amounts: combine(nothing, amounts, -1),
  }));
  return [...addUpParts([...after, ...undone]).values()].filter(({ amounts }) =>
    sumFields.some((field) => amounts[field] !== 0),
  );
};
