import { createHash } from 'node:crypto';

/**
 * Stands for somebody of whom only an e-mail address is known, the same for the same address: who wants no
 * more e-mails is invited by no brand any more. It has the form of an account's id, and can be none, as those
 * are of version 7.
 */
export function guestIdOf(email: string): string {
  const hex = createHash('sha256').update(`guest ${email}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
