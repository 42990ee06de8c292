import { type IncomingHttpHeaders } from 'node:http';
import { NO_SESSION_COOKIE, SESSION_COOKIE_HEADER } from '@tributary/service/edge';
import { type FlatHeaders } from '../../views/security-headers.ts';
import { responseHeaders } from './response-headers.ts';

/** What becomes of a session cookie with a response. */
export interface BrowserResponse {
  /** Whether the service may set the session cookie. */
  readonly isFromIdentity: boolean;
  /** The cookie that replaces the one of the request, unless the service sets one. */
  readonly successor: string | undefined;
  /** The Set-Cookie header for a value; without one it deletes the cookie. */
  readonly setCookie: (value: string | undefined) => string;
}

/** The headers for a browser whose session a cookie holds. No cache keeps the response. */
export function browserResponseHeaders(
  { 'cache-control': _replaced, ...received }: IncomingHttpHeaders,
  added: FlatHeaders,
  { isFromIdentity, successor, setCookie }: BrowserResponse,
): string[] {
  const given = isFromIdentity ? received[SESSION_COOKIE_HEADER]?.toString() : undefined;
  const cookie = given ?? successor;
  const headers = [...responseHeaders(received, added), 'cache-control', 'no-store'];
  if (cookie === undefined) return headers;
  const value = cookie === NO_SESSION_COOKIE ? undefined : cookie;
  return [...headers, 'set-cookie', setCookie(value)];
}
