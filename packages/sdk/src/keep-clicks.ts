/** The shop's cookie with the click of its visitor. */
const NAME = 'tributary_click_id';
const MAX_AGE_SECONDS = 7_776_000; // 90 days
const CLICK_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const MAX_BODY = 4_096;

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

export interface KeepClicksOptions<Request extends ClickRequest = ClickRequest> {
  /** The domain of the cookie, such as `shop.example` for all subdomains; the host alone by default. */
  readonly domain?: string;
  /** Where the script of the pages requests the cookie (`data-cookie`); `/kept-click` by default. */
  readonly path?: string;
  /** Whether the cookie is for HTTPS alone; true by default. */
  readonly secure?: boolean;
  /** Whether the visitor agreed to be recognised; without it nothing is set, and an earlier cookie is not read. */
  readonly hasConsent?: (request: Request) => boolean;
}

const isClickId = (value: unknown): value is string =>
  typeof value === 'string' && CLICK_ID.test(value);

/** The click in the Cookie header of a request; undefined without one. */
export function clickIdOf({ headers }: Pick<ClickRequest, 'headers'>): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(String(headers['cookie'] ?? ''))?.[1];
  return isClickId(found) ? found : undefined;
}

function addCookie(
  response: ClickResponse,
  clickId: string,
  { domain, secure = true }: KeepClicksOptions<never>,
): void {
  const cookie = [
    `${NAME}=${clickId}`,
    `Max-Age=${MAX_AGE_SECONDS}`,
    'Path=/',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ].join('; ');
  const earlier = response.getHeader('set-cookie') ?? [];
  const all = typeof earlier === 'object' ? earlier : [String(earlier)];
  response.setHeader('set-cookie', [...all, cookie]);
}

/** The click that the script of the pages names in its call; undefined for any other body. */
async function namedIn(request: ClickRequest): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request) {
    text += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    if (text.length > MAX_BODY) return undefined;
  }
  try {
    const { click_id: clickId, consent } = JSON.parse(text) as {
      readonly click_id?: unknown;
      readonly consent?: unknown;
    };
    return isClickId(clickId) && consent !== 'denied' ? clickId : undefined;
  } catch {
    return undefined;
  }
}

/** A page of another site cannot set the cookie. */
const isSameSite = ({ headers }: ClickRequest): boolean => {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'same-site';
};

/**
 * Middleware for Express (and Connect): keeps the click of a landing page in a cookie of the server, which lives 90 days in every
 * browser, and gives it to later handlers as `request.clickId`. Place it before parsers of bodies.
 */
export function keepClicks<Request extends ClickRequest = ClickRequest>(
  options: KeepClicksOptions<Request> = {},
): (request: Request, response: ClickResponse, next: (error?: unknown) => void) => void {
  const { path = '/kept-click', hasConsent = () => true } = options;
  const keepNamed = async (request: Request, response: ClickResponse): Promise<void> => {
    const clickId = await namedIn(request);
    if (clickId !== undefined && isSameSite(request)) addCookie(response, clickId, options);
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
    const landed = url.searchParams.get('click_id')?.toLowerCase();
    const known = clickIdOf(request);
    request.clickId = isClickId(landed) ? landed : known;
    if (request.clickId !== undefined && request.clickId !== known)
      addCookie(response, request.clickId, options);
    next();
  };
}
