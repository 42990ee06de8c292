import { createECDH } from 'node:crypto';
import { type PushKeys } from '../views/push-message.ts';

const AUTH_BYTES = 16;

/** What is wrong with a subscription's keys; undefined where nothing is. */
export function keysIssue({ p256dh, auth }: PushKeys): string | undefined {
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
