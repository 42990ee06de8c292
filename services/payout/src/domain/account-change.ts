import { type DomainEvent, payoutScheduleChanged } from '@tributary/contracts';
import {
  decideVerified,
  defaultOf,
  isPayable,
  isRecent,
  type PayoutAccount,
  scheduleOf,
} from './account.ts';

/** Who changed an account. */
export interface ChangedBy {
  readonly kind: 'affiliate' | 'admin' | 'provider';
  /** The user; null for a provider. */
  readonly userId: string | null;
}

type Value = string | number | boolean | null;

/** One line of an account's history; never updated. */
export interface AccountChange {
  readonly accountId: string;
  readonly affiliateId: string;
  readonly by: ChangedBy;
  readonly at: Date;
  readonly changes: readonly Readonly<{ field: string; from: Value; to: Value }>[];
}

export interface AccountsDecision {
  readonly saves: readonly PayoutAccount[];
  readonly records: readonly AccountChange[];
  readonly events: readonly DomainEvent[];
}

/** The recorded fields, by their names in the API. */
const recorded = {
  minimum_payout_amount: ({ minimumPayoutMinor }: PayoutAccount) => minimumPayoutMinor / 100,
  payout_frequency: ({ frequency }: PayoutAccount) => frequency,
  auto_payout_enabled: ({ autoPayoutEnabled }: PayoutAccount) => autoPayoutEnabled,
  is_verified: ({ isVerified }: PayoutAccount) => isVerified,
  is_active: ({ isActive }: PayoutAccount) => isActive,
  is_default: ({ isDefault }: PayoutAccount) => isDefault,
  is_removed: ({ removedAt }: PayoutAccount) => removedAt !== null,
} as const;

function differences(before: PayoutAccount | undefined, after: PayoutAccount) {
  return Object.entries(recorded)
    .map(([field, read]) => ({
      field,
      from: before === undefined ? null : read(before),
      to: read(after),
    }))
    .filter(({ from, to }) => from !== to);
}

/**
 * Decides what to save, record and publish after a change of one affiliate's accounts.
 * @param before all of them, newest first
 * @param after the same with the change, or with a new account at the front
 */
export function decideAccounts(
  before: readonly PayoutAccount[],
  after: readonly PayoutAccount[],
  { by, now }: { readonly by: ChangedBy; readonly now: Date },
): AccountsDecision {
  const known = new Map(before.map((account) => [account.id, account]));
  const records = after.flatMap((account): AccountChange[] => {
    const changes = differences(known.get(account.id), account);
    const { id: accountId, affiliateId } = account;
    return changes.length === 0 ? [] : [{ accountId, affiliateId, by, at: now, changes }];
  });
  const [was, is] = [scheduleOf(defaultOf(before)), scheduleOf(defaultOf(after))];
  const affiliateId = after[0]?.affiliateId;
  const hasScheduleChanged = was !== is && affiliateId !== undefined;
  const event = { affiliateId: affiliateId ?? '', frequency: is, changedAt: now.toISOString() };
  return {
    saves: after.filter((account) => known.get(account.id) !== account),
    records,
    events: hasScheduleChanged ? [payoutScheduleChanged(event)] : [],
  };
}

/** All accounts with one of them edited. */
export const editAccount = (
  accounts: readonly PayoutAccount[],
  id: string,
  edit: (account: PayoutAccount) => PayoutAccount,
): PayoutAccount[] => accounts.map((account) => (account.id === id ? edit(account) : account));

/** Makes one account the default and the others not. All are saved, so that two concurrent choices conflict. */
export const chooseDefault = (accounts: readonly PayoutAccount[], id: string): PayoutAccount[] =>
  accounts.map((account) => ({ ...account, isDefault: account.id === id }));

interface VerificationChange {
  readonly accountId: string;
  readonly isVerified: boolean;
  readonly by: ChangedBy['kind'];
}

/** All accounts after one of them was verified, or lost its verification. */
export function withVerification(
  before: readonly PayoutAccount[],
  { accountId, isVerified, by }: VerificationChange,
  now: Date,
): readonly PayoutAccount[] {
  const after = editAccount(before, accountId, (account) =>
    decideVerified(account, isVerified, by),
  );
  return markRedirected(before, after, now);
}

/**
 * Marks the account that payouts go to from now on, where they went to another one before. A choice among accounts
 * that could be paid to before and are older than the hold is no redirect.
 */
export function markRedirected(
  before: readonly PayoutAccount[],
  after: readonly PayoutAccount[],
  now: Date,
): readonly PayoutAccount[] {
  const [was, is] = [defaultOf(before), defaultOf(after)];
  if (was === undefined || is === undefined || was.id === is.id) return after;
  const earlier = before.find(({ id }) => id === is.id);
  if (earlier !== undefined && isPayable(earlier) && !isRecent(earlier.createdAt, now))
    return after;
  return editAccount(after, is.id, (account) => ({ ...account, redirectedAt: now }));
}
