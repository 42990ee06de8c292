import {
  BlockedAddressError,
  type Resolver,
  targetIssue,
  type TargetPolicy,
} from '@tributary/egress';
import { KIB } from '@tributary/units';
import { Agent } from 'undici';
import { type AttemptResult } from '../domain/delivery.ts';
import { exchange, TimeOverError } from './http-exchange.ts';

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** None with GET. */
  readonly body?: string;
  /** Default POST. */
  readonly method?: 'GET' | 'POST';
}

export interface PostOptions extends TargetPolicy {
  /** For the whole exchange: connecting, the answer's head and its body, ms. */
  readonly timeoutMs: number;
}

/** Sends requests to where customers say. */
export interface Poster {
  /** One try. Never throws: what went wrong is a result, too. */
  post(request: Outgoing): Promise<AttemptResult>;
  /** Cuts everything that is under way. */
  destroy(): Promise<void>;
}

/** What is registered is much shorter, but the values of a postback's macros are not its owner's to choose. */
const MAX_URL_CHARACTERS = 16_384;

/** Read of an answer at most; then the connection is cut. */
const READ_BYTES = 16 * KIB;
const KEEP_BYTES = 4 * KIB;
/** A character that begins before the cut may end so far behind it. */
const CHARACTER_BYTES = 4;

/** Scheme and authority: all that decides where a request goes. */
const PLACE = /^https?:\/\/[^/?#]*/i;

/** Why a URL, its macros replaced, may not be called; undefined where it may. */
function urlIssue(url: string, policy: TargetPolicy): string | undefined {
  if (url.length > MAX_URL_CHARACTERS) {
    return `Must be at most ${String(MAX_URL_CHARACTERS)} characters with its macros replaced`;
  }
  return targetIssue(PLACE.exec(url)?.[0] ?? url, policy);
}

/**
 * Connections to one host are not limited here: thousands of endpoints may be at one, and where some
 * hang, others would wait for a connection until their time is over. Lanes limit them per endpoint.
 */
const openAgent = (resolver: Resolver, options: PostOptions): Agent =>
  new Agent({
    pipelining: 1,
    allowH2: false,
    // A kept connection is not resolved again, so it is not kept for long.
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    headersTimeout: options.timeoutMs + 1_000,
    bodyTimeout: options.timeoutMs + 1_000,
    maxHeaderSize: 16 * KIB,
    connect: { lookup: resolver.lookup, timeout: Math.min(10_000, options.timeoutMs) },
  });

/**
 * Redirects are not followed and nothing is decompressed. The connection goes to an address that was
 * checked in the same breath; a literal address never passes the look-up, so it is judged before.
 */
export function openPoster(resolver: Resolver, options: PostOptions): Poster {
  const agent = openAgent(resolver, options);

  const { timeoutMs } = options;
  const limits = { timeoutMs, readBytes: READ_BYTES, keepBytes: KEEP_BYTES + CHARACTER_BYTES };
  const send = async ({ url, headers, body, method = 'POST' }: Outgoing) => {
    const { origin, pathname, search } = new URL(url);
    const request = { origin, path: pathname + search, method, headers, body: body ?? null };
    const { status, start } = await exchange(agent, request, limits);
    return { status, body: cutText(start.toString('utf8')) };
  };

  return {
    post: async (request) => {
      const issue = urlIssue(request.url, options);
      if (issue !== undefined) return { kind: 'refused', error: issue, durationMs: 0 };
      const started = performance.now();
      const durationMs = (): number => Math.round(performance.now() - started);
      try {
        const answered = await send(request);
        return { kind: 'answered', ...answered, durationMs: durationMs() };
      } catch (error) {
        if (isBlocked(error)) {
          return { kind: 'refused', error: new BlockedAddressError().message, durationMs: 0 };
        }
        const text = describe(error, options.timeoutMs);
        return { kind: 'unanswered', error: text, durationMs: durationMs() };
      }
    },
    destroy: () => agent.destroy(),
  };
}

/** As much as fits when it is stored: what is no text becomes three bytes each, and no character is halved. */
function cutText(text: string): string {
  // No code unit takes more than three bytes.
  if (text.length * 3 <= KEEP_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(KEEP_BYTES));
  return text.slice(0, read);
}

function isBlocked(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof BlockedAddressError) return true;
    if (current instanceof AggregateError) return current.errors.some(isBlocked);
  }
  return false;
}

const KNOWN_CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EPIPE: 'The connection was reset',
  UND_ERR_SOCKET: 'The connection was closed',
  ENOTFOUND: 'The host name does not exist',
  ENODATA: 'The host name has no address',
  ETIMEOUT: 'The host name could not be looked up in time',
  EAI_AGAIN: 'The host name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'No connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'The answer’s headers are too large',
};

/** A cause in words of our own; a library's text could show inner addresses. */
function describe(error: unknown, timeoutMs: number): string {
  const { name, code } = error as { name?: string; code?: string };
  if (error instanceof TimeOverError) {
    return `No complete answer within ${String(timeoutMs / 1000)} seconds`;
  }
  const known = KNOWN_CAUSES[code ?? ''];
  if (known !== undefined) return known;
  if (name === 'HTTPParserError' || code?.startsWith('HPE_')) return 'The answer is not HTTP';
  if (code === undefined) return 'The request failed';
  return TLS_CODE.test(code)
    ? `The TLS connection failed (${code})`
    : `The request failed (${code})`;
}

const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/;
