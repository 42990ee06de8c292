import { createHash } from 'node:crypto';

/**
 * The user id of a person without an account, derived from the e-mail address, so that unsubscribing
 * applies to every brand's invitations. It is a UUIDv8, so that it equals no account's id (UUIDv7).
 */
export function guestIdOf(email: string): string {
  const hex = createHash('sha256').update(`guest ${email}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
