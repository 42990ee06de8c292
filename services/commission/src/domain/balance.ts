import { type AffiliateAccount, type LedgerTransaction, parseAffiliateAccount } from './ledger.ts';

/** An affiliate's accounts in one currency, minor units: the sums of the ledger's entries. */
export interface Balance {
  readonly affiliateId: string;
  readonly currency: string;
  readonly pendingMinor: number;
  /** Approved and neither paid nor reserved, before debts. */
  readonly availableMinor: number;
  readonly reservedMinor: number;
  readonly paidMinor: number;
  /** Paid and owed back. Never negative. */
  readonly debtMinor: number;
  /** The time of the newest entry. */
  readonly updatedAt: Date | null;
}

export const emptyBalance = (affiliateId: string, currency: string): Balance => ({
  affiliateId,
  currency,
  pendingMinor: 0,
  availableMinor: 0,
  reservedMinor: 0,
  paidMinor: 0,
  debtMinor: 0,
  updatedAt: null,
});

/** The amount that can be paid out; negative while debts exceed what is approved. */
export const netAvailableMinor = ({ availableMinor, debtMinor }: Balance): number =>
  availableMinor - debtMinor;

/** The balance without what is held because its orders look like fraud: a payout cannot take it. */
export const lessHeld = (balance: Balance, heldMinor: number): Balance => ({
  ...balance,
  availableMinor: balance.availableMinor - heldMinor,
});

/** Pending, approved and paid together, less clawbacks. */
export const totalEarningsMinor = (balance: Balance): number =>
  balance.pendingMinor + netAvailableMinor(balance) + balance.reservedMinor + balance.paidMinor;

export interface BalanceChange {
  readonly affiliateId: string;
  readonly currency: string;
  readonly at: Date;
  readonly deltas: Readonly<Record<BalanceField, number>>;
  /** The net available amount that the change requires; a payout never takes more. */
  readonly requiredNetMinor: number;
}

export type BalanceField =
  | 'pendingMinor'
  | 'availableMinor'
  | 'reservedMinor'
  | 'paidMinor'
  | 'debtMinor';

const fieldOf: Readonly<Record<AffiliateAccount, BalanceField>> = {
  pending: 'pendingMinor',
  available: 'availableMinor',
  reserved: 'reservedMinor',
  paid: 'paidMinor',
  debt: 'debtMinor',
};

const noDeltas: Record<BalanceField, number> = {
  pendingMinor: 0,
  availableMinor: 0,
  reservedMinor: 0,
  paidMinor: 0,
  debtMinor: 0,
};

/** The changes of balances by transactions: one per affiliate and currency. */
export function balanceChanges(
  transactions: readonly LedgerTransaction[],
): readonly BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  for (const transaction of transactions) {
    const { affiliateId, currency, at, kind } = transaction;
    const key = `${affiliateId}/${currency}`;
    const earlier = changes.get(key) ?? {
      affiliateId,
      currency,
      at,
      deltas: noDeltas,
      requiredNetMinor: 0,
    };
    const deltas = { ...earlier.deltas };
    for (const { account, amountMinor } of transaction.postings) {
      const parsed = parseAffiliateAccount(account);
      if (parsed === undefined) continue;
      // A debt is a debit; the balance shows it as a positive amount.
      deltas[fieldOf[parsed.kind]] += parsed.kind === 'debt' ? -amountMinor : amountMinor;
    }
    const required =
      kind === 'payout_reserved' ? deltas.reservedMinor - earlier.deltas.reservedMinor : 0;
    changes.set(key, {
      ...earlier,
      at,
      deltas,
      requiredNetMinor: earlier.requiredNetMinor + required,
    });
  }
  return [...changes.values()];
}

export const balanceFields = Object.values(fieldOf);

/** The balance after `change`. @throws RangeError where an amount would fall below zero */
export function changeBalance(balance: Balance, change: BalanceChange): Balance {
  const { requiredNetMinor } = change;
  if (requiredNetMinor > 0 && netAvailableMinor(balance) < requiredNetMinor) {
    throw new RangeError('The reserved amount would exceed the available balance');
  }
  const next = { ...balance, updatedAt: change.at };
  for (const field of balanceFields) {
    next[field] += change.deltas[field];
    if (next[field] < 0) throw new RangeError(`${field} would fall below zero`);
  }
  return next;
}
