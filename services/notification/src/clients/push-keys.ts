import { createECDH } from 'node:crypto';

/** The keys that encrypt messages for one browser, base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const AUTH_BYTES = 16;

/** Why messages cannot be encrypted with the keys; undefined for valid keys. */
export function pushKeysIssue({ p256dh, auth }: PushKeys): string | undefined {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return 'auth must be 16 bytes';
  try {
    const local = createECDH('prime256v1');
    local.generateKeys();
    local.computeSecret(Buffer.from(p256dh, 'base64url'));
    return undefined;
  } catch {
    return 'p256dh must be a point of the curve P-256';
  }
}
