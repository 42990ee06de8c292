import {
  localeOfRequest,
  NO_SESSION_COOKIE,
  type RequestFacts,
  SESSION_COOKIE_HEADER,
} from '@tributary/service';

/** The client of a sign-in. */
export interface SignInClient {
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** The locale that the client prefers, of those that have texts. */
  readonly locale?: string;
  /** Set for a browser whose session a cookie is to hold; `cookie` is that of its present session. */
  readonly browser?: { readonly cookie: string | undefined };
}

/** The session cookie of a request for which the gateway has checked where it comes from. */
export function browserOf({ headers }: RequestFacts): SignInClient['browser'] {
  const cookie = headers[SESSION_COOKIE_HEADER];
  if (typeof cookie !== 'string') return undefined;
  return { cookie: cookie === NO_SESSION_COOKIE ? undefined : cookie };
}

export function signInClientOf(request: RequestFacts): SignInClient {
  const browser = browserOf(request);
  const locale = localeOfRequest(request);
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.toString(),
    ...(locale === undefined ? {} : { locale }),
    ...(browser === undefined ? {} : { browser }),
  };
}
