import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type PaidTraffic } from '@tributary/contracts';
import { type SignedVisitor, signedVisitorOf, visitorCookieOf } from '../domain/visit.ts';

/** A visitor with the cookie that the answer sets. */
export interface IdentifiedVisitor {
  readonly visitorId: string;
  /** What the request's cookie proves. Without our signature the visitor is new. */
  readonly trust: PaidTraffic['visitor'];
  /** The signed value of the cookie. */
  readonly cookie: string;
}

export interface VisitorCookies {
  /** Identifies the visitor by the Cookie header: the signed one of it, or a new one. */
  identify(cookieHeader: string | undefined): IdentifiedVisitor;
}

const keyOf = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/** 132 bits of an HMAC-SHA256. */
const SIGNATURE_LENGTH = 22;

const signatureOf = (key: KeyObject, visitorId: string): string =>
  createHmac('sha256', key).update(visitorId).digest('base64url').slice(0, SIGNATURE_LENGTH);

const isSignedBy = (key: KeyObject, { visitorId, signature }: SignedVisitor): boolean =>
  timingSafeEqual(Buffer.from(signatureOf(key, visitorId)), Buffer.from(signature));

/**
 * Signs and verifies visitor cookies, so that nobody invents visitors.
 * @param secrets the key that signs, and the previous one, whose cookies remain valid
 */
export function openVisitorCookies(
  secrets: { readonly current: string; readonly previous: string | undefined },
  newId: () => string,
): VisitorCookies {
  const current = keyOf(secrets.current);
  const previous = secrets.previous === undefined ? undefined : keyOf(secrets.previous);
  const issue = (visitorId: string): string => `${visitorId}.${signatureOf(current, visitorId)}`;
  const issueNew = (trust: 'new' | 'unsigned'): IdentifiedVisitor => {
    const visitorId = newId();
    return { visitorId, trust, cookie: issue(visitorId) };
  };
  return {
    identify: (cookieHeader) => {
      const cookie = visitorCookieOf(cookieHeader);
      if (cookie === undefined) return issueNew('new');
      const signed = signedVisitorOf(cookie);
      if (signed === undefined) return issueNew('unsigned');
      const { visitorId } = signed;
      if (isSignedBy(current, signed)) return { visitorId, trust: 'signed', cookie };
      if (previous === undefined || !isSignedBy(previous, signed)) return issueNew('unsigned');
      return { visitorId, trust: 'signed', cookie: issue(visitorId) };
    },
  };
}
