import { type Session } from './session.ts';

/** Passkeys of one login. */
export const MAX_PASSKEYS = 20;

/** How long the challenge for an authenticator is valid. */
export const PASSKEY_CHALLENGE_MS = 300_000;

/** A WebAuthn credential by which its owner signs in. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** The authenticator’s id of the credential, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** The highest signature counter so far; always 0 for authenticators without one. */
  readonly signCount: number;
  /** How a browser reaches the authenticator: `internal`, `usb`, `hybrid`. */
  readonly transports: readonly string[];
  /** Whether the authenticator may copy it to the owner’s other devices. */
  readonly isSynced: boolean;
  /** When its counter went back first, a sign of a copied authenticator; null for never. */
  readonly copySuspectedAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type PasskeyPurpose = 'register' | 'sign_in' | 'step_up';

/** A challenge that an authenticator has to sign. It is valid once. */
export interface PasskeyChallenge {
  /** SHA-256 of the token that the client presents with the signed challenge. */
  readonly id: string;
  readonly purpose: PasskeyPurpose;
  /** Base64url. */
  readonly challenge: string;
  /** The login and session that it is for; null for a sign-in. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly expiresAt: Date;
}

/** Whether a counter shows that another authenticator has signed with the same key. */
export const isCounterRegression = ({ signCount }: Passkey, presented: number): boolean =>
  (signCount > 0 || presented > 0) && presented <= signCount;

/**
 * How the person has signed in (RFC 8176). The authenticator has verified its user, so that possession
 * and PIN or biometrics are two factors.
 */
export const passkeyMethods = ({
  isSynced,
}: Pick<Passkey, 'isSynced'>): NonNullable<Session['authMethods']> => [
  isSynced ? 'swk' : 'hwk',
  'user',
  'mfa',
];
