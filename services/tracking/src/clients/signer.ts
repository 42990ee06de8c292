import { hash } from 'node:crypto';

/** The HMAC-SHA256 of an ASCII text under one key, base64url. */
export type Sign = (text: string) => string;

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const MAX_TEXT = 256;

/** A buffer with the padded key, and space for what is hashed after it. */
function paddedKey(key: Buffer, pad: number, space: number): Buffer {
  const padded = Buffer.alloc(BLOCK_BYTES + space, pad, 'latin1');
  for (const [at, byte] of key.entries()) padded[at] = byte ^ pad;
  padded.fill(pad, key.length, BLOCK_BYTES);
  return padded;
}

/**
 * Signs short ASCII texts by HMAC-SHA256 (RFC 2104) from two one-shot hashes. createHmac makes an object that
 * is collected with a finalizer, which costs a frequent call three times as much.
 * @throws RangeError for a text above 256 characters
 */
export function openSigner(secret: string): Sign {
  const given = Buffer.from(secret);
  const key = given.length > BLOCK_BYTES ? hash('sha256', given, 'buffer') : given;
  const inner = paddedKey(key, 0x36, MAX_TEXT);
  const outer = paddedKey(key, 0x5c, DIGEST_BYTES);
  return (text) => {
    if (text.length > MAX_TEXT) throw new RangeError('The text is too long to be signed');
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'latin1');
    hash('sha256', inner.subarray(0, end), 'buffer').copy(outer, BLOCK_BYTES);
    return hash('sha256', outer, 'base64url');
  };
}
