import type { BalanceField } from '../domain/balance.ts';
import type { Collections } from './collections.ts';

/** The balances of all affiliates together in one currency, minor units. */
export type BalanceSum = Readonly<Record<BalanceField, number>> & { readonly currency: string };

/** Resolves the sum of all balances, by currency. Reads every balance. */
export const balanceSums =
  ({ balances }: Pick<Collections, 'balances'>) =>
  async (): Promise<readonly BalanceSum[]> => {
    const sums = balances.aggregate<BalanceSum & { readonly _id: string }>([
      {
        $group: {
          _id: '$currency',
          pendingMinor: { $sum: '$pendingMinor' },
          availableMinor: { $sum: '$availableMinor' },
          reservedMinor: { $sum: '$reservedMinor' },
          paidMinor: { $sum: '$paidMinor' },
          debtMinor: { $sum: '$debtMinor' },
        },
      },
      { $set: { currency: '$_id' } },
    ]);
    return sums.toArray();
  };
