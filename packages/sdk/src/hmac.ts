const HMAC = { name: 'HMAC', hash: 'SHA-256' };

export type Bytes = Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 by Web Crypto, which Node, Bun, Deno, workers and browsers have. */
export async function hmac(key: Bytes, data: string | Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes));
}

export const hexOf = (bytes: Bytes): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const base64Of = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));

/** The bytes of base64 text; none where it is not base64. */
export function bytesOfBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Compares in a time that does not depend on where the texts differ. */
export function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1)
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
