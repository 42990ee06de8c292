import {
  type ClickCookieOptions,
  clickInAddress,
  clickInCall,
  clickInCookies,
  cookieOf,
  DEFAULT_PATH,
} from './click-cookie.ts';

export interface ReadClickOptions extends ClickCookieOptions {
  /** Whether the visitor agreed to be recognised; true by default. Without it nothing is read or set. */
  readonly hasConsent?: boolean;
}

/** What a request states of its visitor's click. */
export interface VisitorClick {
  /** The click; undefined without one. */
  readonly id: string | undefined;
  /** The answer to the call of the pages' script; undefined for any other request. */
  readonly answer: Response | undefined;
  /** Adds the cookie that keeps a new click, where there is one. */
  readonly keepIn: (headers: Headers) => void;
}

const visitorClick = (
  id: string | undefined,
  cookie: string | undefined,
  isCall = false,
): VisitorClick => {
  const keepIn = (headers: Headers): void => {
    if (cookie !== undefined) headers.append('set-cookie', cookie);
  };
  if (!isCall) return { id, answer: undefined, keepIn };
  const answer = new Response(null, { status: 204 });
  keepIn(answer.headers);
  return { id, answer, keepIn };
};

type ClickPage = Pick<Request, 'method' | 'url' | 'headers' | 'text'>;

/** The call of the pages' script, which requests the cookie. */
async function clickOfCall(request: ClickPage, options: ReadClickOptions): Promise<VisitorClick> {
  const named = clickInCall(await request.text(), request.headers.get('sec-fetch-site'));
  return visitorClick(named, named === undefined ? named : cookieOf(named, options), true);
}

function clickOfPage(request: ClickPage, url: URL, options: ReadClickOptions): VisitorClick {
  const known = clickInCookies(request.headers.get('cookie') ?? '');
  const landed = clickInAddress(url);
  const isNew = landed !== undefined && landed !== known;
  return visitorClick(landed ?? known, isNew ? cookieOf(landed, options) : undefined);
}

/**
 * The visitor's click of a request, for servers that answer with `Response`: Next.js, Hono, SvelteKit, Remix, workers, Deno, Bun.
 * The click of the address counts before that of the cookie, because the newest counts.
 *
 * @example
 * const click = await readClick(request, { domain: 'shop.example' });
 * if (click.answer) return click.answer;
 * const response = NextResponse.next();
 * click.keepIn(response.headers);
 */
export async function readClick(
  request: ClickPage,
  options: ReadClickOptions = {},
): Promise<VisitorClick> {
  const url = new URL(request.url);
  const isCall = request.method === 'POST' && url.pathname === (options.path ?? DEFAULT_PATH);
  if (options.hasConsent === false) return visitorClick(undefined, undefined, isCall);
  return isCall ? clickOfCall(request, options) : clickOfPage(request, url, options);
}
