import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that does not reveal where they differ. */
export function equalText(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/** The token of `Authorization: Bearer <token>`. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
