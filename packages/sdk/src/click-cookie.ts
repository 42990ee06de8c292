/** The shop's cookie with the click of its visitor. */
const NAME = 'tributary_click_id';
const MAX_AGE_SECONDS = 7_776_000; // 90 days
const CLICK_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The longest body of the script's call. */
export const MAX_BODY = 4_096;

/** Where the script of the pages requests the cookie. */
export const DEFAULT_PATH = '/kept-click';

export interface ClickCookieOptions {
  /** The domain of the cookie, such as `shop.example` for all subdomains; the host alone by default. */
  readonly domain?: string;
  /** Where the script of the pages requests the cookie (`data-cookie`); `/kept-click` by default. */
  readonly path?: string;
  /** Whether the cookie is for HTTPS alone; true by default. */
  readonly secure?: boolean;
}

const isClickId = (value: unknown): value is string =>
  typeof value === 'string' && CLICK_ID.test(value);

/** The click in a Cookie header; undefined without one. */
export function clickInCookies(header: string): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(header)?.[1];
  return isClickId(found) ? found : undefined;
}

/** The click in the address of a landing page; undefined without one. */
export function clickInAddress({ searchParams }: URL): string | undefined {
  const landed = searchParams.get('click_id')?.toLowerCase();
  return isClickId(landed) ? landed : undefined;
}

/** The click that the script of the pages names in its call; undefined for any other body, and from another site. */
export function clickInCall(body: string, site: string | null | undefined): string | undefined {
  const isOwnSite = site == null || site === 'same-origin' || site === 'same-site';
  if (!isOwnSite || body.length > MAX_BODY) return undefined;
  try {
    const { click_id: clickId, consent } = JSON.parse(body) as {
      readonly click_id?: unknown;
      readonly consent?: unknown;
    };
    return isClickId(clickId) && consent !== 'denied' ? clickId : undefined;
  } catch {
    return undefined;
  }
}

/** The Set-Cookie header that keeps a click. */
export const cookieOf = (clickId: string, { domain, secure = true }: ClickCookieOptions): string =>
  [
    `${NAME}=${clickId}`,
    `Max-Age=${MAX_AGE_SECONDS}`,
    'Path=/',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ].join('; ');
