import {
  type ClickCookieOptions,
  clickInAddress,
  clickInCall,
  clickInCookies,
  cookieOf,
  DEFAULT_PATH,
  MAX_BODY,
} from './click-cookie.ts';

type HeaderValue = string | readonly string[] | number | undefined;

/** What the middleware uses of a request of Express, Connect or node:http. */
export interface ClickRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** The visitor's click; set by the middleware, undefined without one. */
  clickId?: string | undefined;
}

/** The same of a response. */
export interface ClickResponse {
  statusCode: number;
  getHeader(name: string): HeaderValue;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(): unknown;
}

export interface KeepClicksOptions<
  Request extends ClickRequest = ClickRequest,
> extends ClickCookieOptions {
  /** Whether the visitor agreed to be recognised; without it nothing is set, and an earlier cookie is not read. */
  readonly hasConsent?: (request: Request) => boolean;
}

const textOf = (value: HeaderValue): string => String(value ?? '');

/** The click in the Cookie header of a request; undefined without one. */
export const clickIdOf = ({ headers }: Pick<ClickRequest, 'headers'>): string | undefined =>
  clickInCookies(textOf(headers['cookie']));

function addCookie(response: ClickResponse, cookie: string): void {
  const earlier = response.getHeader('set-cookie') ?? [];
  const all = typeof earlier === 'object' ? earlier : [String(earlier)];
  response.setHeader('set-cookie', [...all, cookie]);
}

/** The body of a request, and no more of it than one character above the limit. */
async function bodyOf(request: ClickRequest): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request) {
    text += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    if (text.length > MAX_BODY) break;
  }
  return text;
}

/**
 * Middleware for Express (and Connect): keeps the click of a landing page in a cookie of the server, which lives 90 days in every
 * browser, and gives it to later handlers as `request.clickId`. Place it before parsers of bodies.
 */
export function keepClicks<Request extends ClickRequest = ClickRequest>(
  options: KeepClicksOptions<Request> = {},
): (request: Request, response: ClickResponse, next: (error?: unknown) => void) => void {
  const { path = DEFAULT_PATH, hasConsent = () => true } = options;
  const keepNamed = async (request: Request, response: ClickResponse): Promise<void> => {
    const site = request.headers['sec-fetch-site'];
    const clickId = clickInCall(await bodyOf(request), site === undefined ? site : textOf(site));
    if (clickId !== undefined) addCookie(response, cookieOf(clickId, options));
    response.statusCode = 204;
    response.end();
  };
  return (request, response, next) => {
    if (!hasConsent(request)) {
      next();
      return;
    }
    const url = new URL(request.url ?? '/', 'http://shop.invalid');
    if (url.pathname === path && request.method === 'POST') {
      keepNamed(request, response).catch(next);
      return;
    }
    const known = clickIdOf(request);
    request.clickId = clickInAddress(url) ?? known;
    if (request.clickId !== undefined && request.clickId !== known)
      addCookie(response, cookieOf(request.clickId, options));
    next();
  };
}
