import { DAY_SECONDS } from '@tributary/units';

/** The name of the first-party cookie; its value is the visitor. */
export const VISITOR_COOKIE = 'tributary_vid';
export const VISITOR_COOKIE_DAYS = 90;

const VALUE = new RegExp(`(?:^|;\\s*)${VISITOR_COOKIE}=([\\w-]{16,64})(?:;|$)`);

/** The visitor id in the Cookie header; values in another format are ignored. */
export const visitorOf = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : VALUE.exec(cookie)?.[1];

/**
 * The cookie of a visitor, renewed at each click. HttpOnly, because the landing page's snippet uses
 * click_id alone and no script needs the visitor id.
 */
export function visitorCookie(visitorId: string, secure: boolean): string {
  const maxAge = VISITOR_COOKIE_DAYS * DAY_SECONDS;
  const flags = `Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${VISITOR_COOKIE}=${visitorId}; ${flags}`;
}

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

/** Languages of an Accept-Language header, primary tags in lower case. */
export const languagesOf = (acceptLanguage: string | undefined): string[] =>
  (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => range.split(';')[0]?.trim().split('-')[0]?.toLowerCase() ?? '')
    .filter((tag) => /^[a-z]{2,8}$/.test(tag));
