/** Keys that one account may have. */
export const MAX_API_KEYS = 50;
/** Addresses and CIDRs to which one key may be limited. */
export const MAX_ALLOWED_ADDRESSES = 50;

export interface ApiKey {
  readonly id: string;
  /** The account that the key acts for. */
  readonly userId: string;
  /** The member who made it; absent for the account's own login. */
  readonly makerId?: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Addresses and CIDRs from which the key works; absent or empty: from everywhere. */
  readonly allowedAddresses?: readonly string[];
  /** SHA-256 of the key; the key itself is shown once and not stored. */
  readonly keyHash: string;
  /** The last characters of the key, so that people can distinguish keys. */
  readonly lastCharacters: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export const isExpired = (key: ApiKey, now: Date): boolean =>
  key.expiresAt !== null && key.expiresAt <= now;
