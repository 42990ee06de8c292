import { DAY_SECONDS } from '@tributary/units';

/** The name of the first-party cookie; its value is the visitor's id and our signature of it. */
export const VISITOR_COOKIE = 'tributary_vid';
export const VISITOR_COOKIE_DAYS = 90;

const VALUE = new RegExp(`(?:^|;\\s*)${VISITOR_COOKIE}=([^;]*)`);
const SIGNED = /^([\w-]{16,64})\.([\w-]{22})$/;

/** The visitor's cookie in the Cookie header, in any format. */
export const visitorCookieOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : VALUE.exec(header)?.[1];

export interface SignedVisitor {
  readonly visitorId: string;
  readonly signature: string;
}

/** The parts of a cookie in our format, unverified; undefined for other formats. */
export function signedVisitorOf(cookie: string): SignedVisitor | undefined {
  const [, visitorId, signature] = SIGNED.exec(cookie) ?? [];
  if (visitorId === undefined || signature === undefined) return undefined;
  return { visitorId, signature };
}

const cookieWith = (value: string, flags: string): string =>
  `${VISITOR_COOKIE}=${value}; Max-Age=${VISITOR_COOKIE_DAYS * DAY_SECONDS}; Path=/; HttpOnly; ${flags}`;

/**
 * The cookie of a visitor, renewed at each click. HttpOnly, because the landing page's snippet uses
 * click_id alone and no script needs the visitor id.
 */
export const visitorCookie = (value: string, secure: boolean): string =>
  cookieWith(value, `SameSite=Lax${secure ? '; Secure' : ''}`);

/** The same for images on other sites, where browsers store it for that site alone, and only over HTTPS. */
export const embeddedVisitorCookie = (value: string, secure: boolean): string =>
  secure ? cookieWith(value, 'SameSite=None; Secure; Partitioned') : visitorCookie(value, secure);

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A header's value; the first of a repeated header. */
export const headerOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a request is no visit: a HEAD request, or a browser's prefetch. */
export function isPrefetch(method: string, headers: Headers): boolean {
  if (method === 'HEAD') return true;
  return PURPOSES.some((name) => {
    const purpose = headerOf(headers, name);
    return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
  });
}

const EVIDENCE = [
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
  'sec-purpose',
];

const NO_EVIDENCE: Readonly<Record<string, string>> = Object.freeze({});

/** Fetch Metadata as received; evidence for fraud scoring. */
export function fetchMetadataOf(headers: Headers): Readonly<Record<string, string>> {
  let given: Record<string, string> | undefined;
  for (const name of EVIDENCE) {
    const value = headerOf(headers, name);
    if (value === undefined) continue;
    given ??= {};
    given[name] = value.slice(0, 100);
  }
  return given ?? NO_EVIDENCE;
}

/**
 * Evidence that a page loaded a tracking link by itself, or that something else than a page loaded the image
 * of an impression. Absent Fetch Metadata proves nothing, because older browsers send none.
 */
export function doubtOf(headers: Headers, expected: 'document' | 'image'): string | null {
  const destination = headerOf(headers, 'sec-fetch-dest');
  if (destination === undefined || destination === expected) return null;
  return expected === 'document' ? 'embedded' : 'not_embedded';
}

/** Languages of an Accept-Language header, primary tags in lower case. */
export const languagesOf = (acceptLanguage: string | undefined): string[] =>
  (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => range.split(';')[0]?.trim().split('-')[0]?.toLowerCase() ?? '')
    .filter((tag) => /^[a-z]{2,8}$/.test(tag));
