/** What proves that one person has two accounts: strong enough alone, unlike an address of an office. */
export type Link = 'mailbox' | 'payout destination';

export interface LinkedAccount {
  readonly accountId: string;
  readonly by: readonly Link[];
}

/** What is known of an account's owner. */
export interface OwnedAccount {
  readonly accountId: string;
  /** Keyed hashes of mailboxes, without tags and dots. */
  readonly mailboxHashes: readonly string[];
  /** Accounts that are paid to the same destination. */
  readonly paidWith: readonly string[];
}

/** What more accounts share is no person's own. */
export const MAX_LINKED = 50;

/** The accounts that are linked with one, and by what; none where they are too many. */
export function linksOf(one: OwnedAccount, others: readonly OwnedAccount[]): LinkedAccount[] {
  const mailboxes = new Set(one.mailboxHashes);
  const known = new Set(others.map(({ accountId }) => accountId));
  // Nothing else may be known of an account that is paid to the same destination.
  const unknown = one.paidWith
    .filter((id) => !known.has(id))
    .map((accountId) => ({ accountId, mailboxHashes: [], paidWith: [] }));
  const linked = [...others, ...unknown].flatMap((other: OwnedAccount): LinkedAccount[] => {
    const by: Link[] = [];
    if (other.mailboxHashes.some((mailbox) => mailboxes.has(mailbox))) by.push('mailbox');
    if (one.paidWith.includes(other.accountId) || other.paidWith.includes(one.accountId)) {
      by.push('payout destination');
    }
    return by.length === 0 ? [] : [{ accountId: other.accountId, by }];
  });
  return linked.length > MAX_LINKED ? [] : linked;
}

/** Reviews of orders by all accounts that are linked with one. */
export interface LinkedReviews {
  readonly accounts: number;
  /** In alphabetical order. */
  readonly by: readonly Link[];
  readonly reviewed: number;
  readonly fraud: number;
}
