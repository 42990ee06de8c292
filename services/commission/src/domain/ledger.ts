/**
 * The double-entry ledger. A positive amount is a credit, a negative one a debit, in minor units; each transaction is in
 * one currency and sums to zero. The README has the chart of accounts.
 */

export const affiliateAccounts = ['pending', 'available', 'reserved', 'paid', 'debt'] as const;
export type AffiliateAccount = (typeof affiliateAccounts)[number];

export const affiliateAccount = (affiliateId: string, kind: AffiliateAccount): string =>
  `affiliate:${affiliateId}:${kind}`;

/**
 * What a brand owes for one affiliate's commissions. One account per pair, so that a brand's commissions do not all
 * contend for one account document.
 */
export const brandAccount = (brandId: string, affiliateId: string): string =>
  `brand:${brandId}:owes:${affiliateId}`;

/**
 * The platform's own account, through which money moves to and from a provider; its balance is always zero. One per
 * affiliate, so that payouts do not contend for a single account document.
 */
export const clearingAccount = (affiliateId: string): string => `platform:clearing:${affiliateId}`;

export const isBrandAccount = (account: string): boolean => account.startsWith('brand:');

export const isClearingAccount = (account: string): boolean =>
  account.startsWith('platform:clearing:');

const AFFILIATE_ACCOUNT = /^affiliate:([^:]+):([a-z]+)$/;

/** The affiliate's account that `account` names; undefined for a brand's or the platform's. */
export function parseAffiliateAccount(
  account: string,
): { affiliateId: string; kind: AffiliateAccount } | undefined {
  const [, affiliateId, kind] = AFFILIATE_ACCOUNT.exec(account) ?? [];
  if (affiliateId === undefined) return undefined;
  return { affiliateId, kind: kind as AffiliateAccount };
}

export type LedgerKind =
  | 'commission_earned'
  | 'hold_ended'
  | 'commission_reduced'
  | 'commission_reversed'
  | 'attribution_changed'
  | 'payout_reserved'
  | 'payout_settled'
  | 'payout_released'
  | 'payout_restored';

/** Why money moved; at least one field is set. */
export interface Cause {
  readonly conversionId?: string;
  readonly commissionId?: string;
  readonly adjustmentId?: string;
  readonly payoutId?: string;
  /** The attribution change that is applied or undone; `adjustmentId` is its id or the undo's. */
  readonly changeId?: string;
}

export interface Posting {
  readonly account: string;
  readonly amountMinor: number;
  /** The commission concerned; null where a payout moves the sum of many. */
  readonly commissionId: string | null;
}

/** One movement of money of one affiliate. */
export interface LedgerTransaction {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly affiliateId: string;
  readonly currency: string;
  readonly cause: Cause;
  readonly at: Date;
  readonly postings: readonly Posting[];
}

/** The end of one account's chain in one currency. */
export interface AccountHead {
  readonly account: string;
  readonly currency: string;
  /** The number of the last entry; 0 before the first. */
  readonly seq: number;
  readonly balanceMinor: number;
  readonly hash: string;
}

export interface LedgerEntry extends Posting {
  readonly transactionId: string;
  readonly affiliateId: string;
  readonly currency: string;
  /** 1 for the account's first entry, without gaps. */
  readonly seq: number;
  /** The account's balance after the entry. */
  readonly balanceMinor: number;
  readonly at: Date;
  readonly prevHash: string;
  readonly hash: string;
}

/** SHA-256 of a text, as hexadecimal digits; passed in, because the domain does no I/O. */
export type Digest = (text: string) => string;

/** The previous hash of an account's first entry. */
export const FIRST_HASH = '0'.repeat(64);

export const headKey = (account: string, currency: string): string => `${account}/${currency}`;

export const emptyHead = (account: string, currency: string): AccountHead => ({
  account,
  currency,
  seq: 0,
  balanceMinor: 0,
  hash: FIRST_HASH,
});

type Unhashed = Omit<LedgerEntry, 'hash'>;

/** The text that an entry's hash covers: all its fields and the previous entry's hash. */
export const chainText = (entry: Omit<Unhashed, 'affiliateId'>): string =>
  [
    entry.prevHash,
    entry.account,
    entry.currency,
    entry.seq,
    entry.amountMinor,
    entry.balanceMinor,
    entry.transactionId,
    entry.commissionId ?? '',
    entry.at.toISOString(),
  ].join('\n');

/**
 * Appends transactions to the chains of their accounts.
 * @param heads the accounts' current ends by `headKey`; an absent account is new
 * @throws RangeError where a transaction does not sum to zero
 */
export function linkEntries(
  heads: ReadonlyMap<string, AccountHead>,
  transactions: readonly LedgerTransaction[],
  digest: Digest,
): { entries: readonly LedgerEntry[]; moved: ReadonlyMap<string, AccountHead> } {
  const moved = new Map<string, AccountHead>();
  const entries: LedgerEntry[] = [];
  for (const transaction of transactions) {
    assertBalanced(transaction);
    for (const posting of transaction.postings) {
      const key = headKey(posting.account, transaction.currency);
      const head =
        moved.get(key) ?? heads.get(key) ?? emptyHead(posting.account, transaction.currency);
      const entry = nextEntry(head, transaction, posting, digest);
      const { account, currency, seq, balanceMinor, hash } = entry;
      moved.set(key, { account, currency, seq, balanceMinor, hash });
      entries.push(entry);
    }
  }
  return { entries, moved };
}

function nextEntry(
  head: AccountHead,
  transaction: LedgerTransaction,
  posting: Posting,
  digest: Digest,
): LedgerEntry {
  const { id: transactionId, affiliateId, currency, at } = transaction;
  const unhashed: Unhashed = {
    ...posting,
    transactionId,
    affiliateId,
    currency,
    at,
    seq: head.seq + 1,
    balanceMinor: head.balanceMinor + posting.amountMinor,
    prevHash: head.hash,
  };
  return { ...unhashed, hash: digest(chainText(unhashed)) };
}

function assertBalanced({ id, kind, postings }: LedgerTransaction): void {
  const sum = postings.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== 0) throw new RangeError(`Ledger transaction ${id} (${kind}) sums to ${String(sum)}`);
}

/** The transaction without postings of 0; none where no posting is left. */
export const ledgerTransaction = (transaction: LedgerTransaction): LedgerTransaction[] => {
  const postings = transaction.postings.filter(({ amountMinor }) => amountMinor !== 0);
  return postings.length === 0 ? [] : [{ ...transaction, postings }];
};
