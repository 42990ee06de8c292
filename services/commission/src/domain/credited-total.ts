import { allocateLargestRemainder } from '@tributary/money';
import { commissionTotal, remainingValue, type WeightedShare } from '@tributary/terms';
import { type Commission, isLive } from './commission.ts';
import type { EarningBasis } from './earning-basis.ts';
import type { Adjustment, EarnedConversion, KnownChange } from './earned-conversion.ts';

type Entitled = Pick<Commission, 'affiliateId' | 'entitledMinor'>;

/** The changes in force, oldest first. */
export const appliedChanges = ({ changes = [] }: EarnedConversion): readonly KnownChange[] =>
  changes.filter(({ state }) => state === 'applied');

/**
 * The sum that these commissions are entitled to on the order's remaining value, minor units. A change of attribution
 * splits the same total by its own shares.
 */
export function creditedTotal(
  conversion: EarnedConversion,
  basis: EarningBasis,
  remainingMinor: number,
  commissions: readonly Entitled[],
): number {
  const change = appliedChanges(conversion).at(-1);
  const affiliateIds = new Set(commissions.map(({ affiliateId }) => affiliateId));
  if (change === undefined) return commissionTotal(basis, remainingMinor, affiliateIds);
  const parts = splitCredit(commissionTotal(basis, remainingMinor), change.shares);
  return change.shares
    .filter(({ affiliateId }) => affiliateIds.has(affiliateId))
    .reduce((sum, { affiliateId }) => sum + (parts.get(affiliateId) ?? 0), 0);
}

/** A total split by the weights of shares, minor units by affiliate; the first share gets the odd cent. */
export function splitCredit(
  totalMinor: number,
  shares: readonly WeightedShare[],
): ReadonlyMap<string, number> {
  const parts = allocateLargestRemainder(
    totalMinor,
    shares.map(({ weight }) => weight),
  );
  return new Map(shares.map(({ affiliateId }, index) => [affiliateId, parts[index] ?? 0]));
}

/** Amounts lowered in proportion until they sum to the total, or as they are where they do not exceed it. */
export function lowerEntitled(
  commissions: readonly Pick<Commission, 'entitledMinor'>[],
  totalMinor: number,
): readonly number[] {
  const entitled = commissions.map(({ entitledMinor }) => entitledMinor);
  const sum = entitled.reduce((total, part) => total + part, 0);
  const parts = allocateLargestRemainder(Math.max(0, sum - totalMinor), entitled);
  return entitled.map((part, index) => part - (parts[index] ?? 0));
}

/** The book that a refund lowers. */
interface RefundedBook {
  readonly conversion: EarnedConversion;
  readonly commissions: readonly Commission[];
}

/**
 * Lowers by a partial refund what the commissions would be without each change in force, so that an undo leaves what
 * the refund alone would have left.
 */
export function lowerUnchanged(
  { conversion, commissions }: RefundedBook,
  adjustment: Adjustment,
): Pick<EarnedConversion, 'changes'> {
  const { basis, changes } = conversion;
  const isOutdated = adjustment.refundedMinor <= conversion.refundedMinor;
  if (changes === undefined || basis === null || isOutdated || adjustment.whole) return {};
  const remainingMinor = remainingValue(basis.valueMinor, adjustment.refundedMinor);
  const live = new Map(commissions.filter(isLive).map((one) => [one.id, one.affiliateId]));
  return {
    changes: changes.map((change, index) => {
      if (change.state !== 'applied') return change;
      const counted = change.unchanged.flatMap((one) => {
        const affiliateId = live.get(one.commissionId);
        return affiliateId === undefined ? [] : [{ ...one, affiliateId }];
      });
      const before = { ...conversion, changes: changes.slice(0, index) };
      const lowered = lowerEntitled(counted, creditedTotal(before, basis, remainingMinor, counted));
      const entitledOf = new Map(
        counted.map(({ commissionId }, at) => [commissionId, lowered[at]]),
      );
      return {
        ...change,
        unchanged: change.unchanged.map((one) => ({
          ...one,
          entitledMinor: entitledOf.get(one.commissionId) ?? one.entitledMinor,
        })),
      };
    }),
  };
}
