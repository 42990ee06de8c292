export type Account = Readonly<{
  id: string;
  payoutsEnabled: boolean;
  disabledReason: 'pending_verification' | 'rejected' | null;
  metadata: Readonly<Record<string, string>>;
  createdMs: number;
  /** When the current verification ends; null where there is none. */
  verifiedAtMs: number | null;
}>;

/** How the verification of an account ends, by its name. */
export function decideVerification(account: Account): Account {
  const isRejected = account.id === 'acct_restricted';
  return {
    ...account,
    payoutsEnabled: !isRejected,
    disabledReason: isRejected ? 'rejected' : null,
    verifiedAtMs: null,
  };
}

/** The account as callers see it. */
export function accountBody(account: Account): Readonly<Record<string, unknown>> {
  return {
    id: account.id,
    object: 'account',
    payouts_enabled: account.payoutsEnabled,
    disabled_reason: account.disabledReason,
    metadata: account.metadata,
    created: Math.floor(account.createdMs / 1000),
  };
}
