const areas = [
  'tracking',
  'conversions',
  'commissions',
  'payouts',
  'campaigns',
  'analytics',
  'webhooks',
  'notifications',
] as const;
type Scope = `${(typeof areas)[number]}:${'read' | 'write'}`;

/** What an API key can be allowed; writing includes reading. */
export const apiKeyScopes = areas.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`]);

/** Keys that one account may have at a time. */
export const MAX_API_KEYS = 50;

export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** SHA-256 of the key; the key itself is shown once and kept nowhere. */
  readonly keyHash: string;
  /** Its last characters, by which a person tells keys apart. */
  readonly lastCharacters: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export const isExpired = (key: ApiKey, now: Date): boolean =>
  key.expiresAt !== null && key.expiresAt <= now;
