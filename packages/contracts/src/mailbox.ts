/**
 * The mailbox of an e-mail address: lower case, without tag (`+…`) and dots in the local part.
 * Keyed hashes that compare customers are computed from this text.
 */
export function mailboxOf(address: string): string {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const local = text.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}${text.slice(at)}`;
}
