import { type Link, type SharedThing } from './shared-thing.ts';

export interface LinkedAccount {
  readonly accountId: string;
  readonly by: readonly Link[];
  readonly isSuspended: boolean;
}

/** What is known of an account's owner. */
export interface OwnedAccount {
  readonly accountId: string;
  /** Keyed hashes of the mailboxes that it states, without tags and dots. */
  readonly mailboxHashes: readonly string[];
  /** Those of them that are proved to be its owner's. */
  readonly provedHashes: readonly string[];
  /** Accounts that are paid to the same destination. */
  readonly paidWith: readonly string[];
  /** Whether an administrator suspended it. */
  readonly isSuspended: boolean;
}

/** What more accounts share is no person's own. */
export const MAX_LINKED = 50;

/**
 * The accounts that are linked with one directly, and by what; none where they are too many. What another account states
 * and has not proved counts for nothing: anyone could name the mailbox of a rival.
 */
export function linksOf(one: OwnedAccount, others: readonly OwnedAccount[]): LinkedAccount[] {
  const mailboxes = new Set(one.mailboxHashes);
  const known = new Set(others.map(({ accountId }) => accountId));
  // Nothing else may be known of an account that is paid to the same destination.
  const unknown = one.paidWith
    .filter((id) => !known.has(id))
    .map((accountId) => ({
      ...{ accountId, isSuspended: false },
      ...{ mailboxHashes: [], provedHashes: [], paidWith: [] },
    }));
  const linked = [...others, ...unknown].flatMap((other: OwnedAccount): LinkedAccount[] => {
    const by: Link[] = [];
    if (other.provedHashes.some((mailbox) => mailboxes.has(mailbox))) by.push('mailbox');
    if (one.paidWith.includes(other.accountId) || other.paidWith.includes(one.accountId)) {
      by.push('payout destination');
    }
    const { accountId, isSuspended } = other;
    return by.length === 0 ? [] : [{ accountId, by, isSuspended }];
  });
  return linked.length > MAX_LINKED ? [] : linked;
}

/** What the owners of accounts have, by account: their mailboxes, and for each two accounts where both are paid to. */
export function ownedThingsOf(accounts: readonly OwnedAccount[]): Map<string, SharedThing[]> {
  const owned = new Map<string, SharedThing[]>();
  const add = (accountId: string, thing: SharedThing): void => {
    owned.set(accountId, [...new Set([...(owned.get(accountId) ?? []), thing])]);
  };
  for (const { accountId, provedHashes, paidWith } of accounts) {
    for (const hash of provedHashes) add(accountId, `mailbox:${hash}`);
    for (const other of paidWith) {
      const thing = `payout destination:${[accountId, other].sort().join('|')}` as const;
      add(accountId, thing);
      add(other, thing);
    }
  }
  return owned;
}

/** Reviews of orders by all accounts that are linked with one. */
export interface LinkedReviews {
  readonly accounts: number;
  /** How many of them an administrator suspended. */
  readonly suspended: number;
  /** In alphabetical order. */
  readonly by: readonly Link[];
  readonly reviewed: number;
  readonly fraud: number;
}
