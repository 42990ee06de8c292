/** What a request states of where it comes from. */
interface Provenance {
  readonly method: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which scripts cannot set; browsers of before 2023 do not send it. */
  readonly fetchSite: string | undefined;
}

/** `ignored`: the request is handled as if it carried no cookie. */
export type CookieUse = 'allowed' | 'ignored' | 'refused';

const READING = new Set(['GET', 'HEAD']);

/**
 * Whether the session cookie of a request counts. A request that may change something must prove that a page
 * of our own origin sent it; one that reads must not come from another site.
 * @param ownOrigin the public origin of the gateway
 */
export function cookieUse(
  { method = 'GET', origin, fetchSite }: Provenance,
  ownOrigin: string,
): CookieUse {
  const isOwnSite = fetchSite === undefined || fetchSite === 'same-origin';
  if (!READING.has(method)) return origin === ownOrigin && isOwnSite ? 'allowed' : 'refused';
  const isOwnOrigin = origin === undefined || origin === ownOrigin;
  // `none`: the user typed the address.
  return isOwnOrigin && (isOwnSite || fetchSite === 'none') ? 'allowed' : 'ignored';
}
