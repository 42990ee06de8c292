import { createHash } from 'node:crypto';

/** The time and the version digit are copied; the rest is replaced. */
const COPIED_CHARACTERS = 14;

/**
 * A UUIDv7 derived from another one and a text, with the same time. It is deterministic, so that a
 * redelivered event leads to the same messages and deliveries.
 */
export function derivedId(id: string, text: string): string {
  const digest = createHash('sha256').update(`${id} ${text}`).digest();
  digest.writeUInt8((digest.readUInt8(2) & 0x3f) | 0x80, 2);
  const hex = digest.toString('hex');
  const rest = `7${hex.slice(1, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 20)}`;
  return `${id.slice(0, COPIED_CHARACTERS)}${rest}`;
}
