import { createHash } from 'node:crypto';

/** Version and time of an id stay; the rest is replaced. */
const KEPT_CHARACTERS = 14;

/**
 * An id made of another one and a text, the same every time: a UUIDv7 that sorts where `id` does. An
 * event that comes twice thereby makes the same messages and the same deliveries.
 */
export function derivedId(id: string, text: string): string {
  const digest = createHash('sha256').update(`${id} ${text}`).digest();
  digest.writeUInt8((digest.readUInt8(2) & 0x3f) | 0x80, 2);
  const hex = digest.toString('hex');
  const rest = `7${hex.slice(1, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 20)}`;
  return `${id.slice(0, KEPT_CHARACTERS)}${rest}`;
}
