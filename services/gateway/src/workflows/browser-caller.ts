import { type IncomingMessage } from 'node:http';
import { AppError, forbidden } from '@tributary/errors';
import { cookieUse } from '../domain/cookie-use.ts';
import { type ServiceRoute } from '../domain/service-routes.ts';
import { type SessionCookie } from '../domain/session-cookie.ts';

/** A browser whose session a cookie holds, or is to hold. */
export interface BrowserCaller {
  /** Undefined before the session begins. */
  readonly cookie: string | undefined;
}

/** The header by which a page requests a cookie in place of tokens. A cross-origin page cannot send it. */
const TRANSPORT_HEADER = 'x-session-transport';

const crossSite = () =>
  forbidden('cross_site_request', {
    message: 'Only pages of this origin may send this request with a session cookie',
  });

const unavailable = () =>
  new AppError('invalid', 'cookie_session_unavailable', {
    message: 'Session cookies need https, or a public URL on the loopback address',
  });

export type FindBrowser = (req: IncomingMessage, route: ServiceRoute) => BrowserCaller | undefined;

/**
 * Finds the browser of a request: by its session cookie where a sign-in is required, unless it has an Authorization
 * header; on identity's public paths by its request for a cookie. The function throws forbidden `cross_site_request`
 * for a request of another origin, and invalid `cookie_session_unavailable`.
 */
export function openBrowserFinder(
  sessionCookie: SessionCookie | undefined,
  publicUrl: string,
): FindBrowser {
  const ownOrigin = new URL(publicUrl).origin;
  const useOf = ({ method, headers }: IncomingMessage) =>
    cookieUse(
      { method, origin: headers.origin, fetchSite: headers['sec-fetch-site']?.toString() },
      ownOrigin,
    );

  const signedIn = (req: IncomingMessage): BrowserCaller | undefined => {
    if (req.headers.authorization !== undefined) return undefined;
    const cookie = sessionCookie?.read(req.headers.cookie);
    if (cookie === undefined) return undefined;
    const use = useOf(req);
    if (use === 'refused') throw crossSite();
    return use === 'allowed' ? { cookie } : undefined;
  };

  const signingIn = (req: IncomingMessage): BrowserCaller => {
    if (sessionCookie === undefined) throw unavailable();
    if (useOf(req) !== 'allowed') throw crossSite();
    return { cookie: sessionCookie.read(req.headers.cookie) };
  };

  return (req, route) => {
    if (route.access === 'signed_in') return signedIn(req);
    const requestsCookie =
      route.service === 'identity' && req.headers[TRANSPORT_HEADER] === 'cookie';
    return requestsCookie ? signingIn(req) : undefined;
  };
}
