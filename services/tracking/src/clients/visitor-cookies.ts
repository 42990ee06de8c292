import { timingSafeEqual } from 'node:crypto';
import { type PaidTraffic } from '@tributary/contracts';
import { openSigner, type Sign } from './signer.ts';
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

/** 132 bits of an HMAC-SHA256. */
const SIGNATURE_LENGTH = 22;

const signatureOf = (sign: Sign, visitorId: string): string =>
  sign(visitorId).slice(0, SIGNATURE_LENGTH);

const isSignedBy = (sign: Sign, { visitorId, signature }: SignedVisitor): boolean =>
  timingSafeEqual(Buffer.from(signatureOf(sign, visitorId)), Buffer.from(signature));

/**
 * Signs and verifies visitor cookies, so that nobody invents visitors.
 * @param secrets the key that signs, and the previous one, whose cookies remain valid
 */
export function openVisitorCookies(
  secrets: { readonly current: string; readonly previous: string | undefined },
  newId: () => string,
): VisitorCookies {
  const current = openSigner(secrets.current);
  const previous = secrets.previous === undefined ? undefined : openSigner(secrets.previous);
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
