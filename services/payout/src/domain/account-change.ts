import { type DomainEvent, payoutScheduleChanged } from '@tributary/contracts';
import { defaultOf, type PayoutAccount, scheduleOf } from './account.ts';

/** Who changed an account. */
export interface ChangedBy {
  readonly kind: 'affiliate' | 'admin' | 'provider';
  /** The user; null for a provider. */
  readonly userId: string | null;
}

type Value = string | number | boolean | null;

/** One line of an account's history; written once and kept. */
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

/** What is recorded, under the names of the API. */
const recorded = {
  minimum_payout_amount: ({ minimumPayoutMinor }: PayoutAccount) => minimumPayoutMinor / 100,
  payout_frequency: ({ frequency }: PayoutAccount) => frequency,
  auto_payout_enabled: ({ autoPayoutEnabled }: PayoutAccount) => autoPayoutEnabled,
  is_verified: ({ isVerified }: PayoutAccount) => isVerified,
  is_active: ({ isActive }: PayoutAccount) => isActive,
  is_default: ({ isDefault }: PayoutAccount) => isDefault,
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
 * What follows from a change of one affiliate's accounts.
 * @param before all of them, newest first
 * @param after the same with what changed, or with a new one at the front
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
  const isNews = was !== is && affiliateId !== undefined;
  const event = { affiliateId: affiliateId ?? '', frequency: is, changedAt: now.toISOString() };
  return {
    saves: after.filter((account) => known.get(account.id) !== account),
    records,
    events: isNews ? [payoutScheduleChanged(event)] : [],
  };
}

/** Makes one account the default and the others not; all are written, so that two choices cannot cross. */
export const chooseDefault = (accounts: readonly PayoutAccount[], id: string): PayoutAccount[] =>
  accounts.map((account) => ({ ...account, isDefault: account.id === id }));
