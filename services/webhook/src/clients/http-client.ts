import {
  BlockedAddressError,
  type Resolver,
  targetIssue,
  type TargetPolicy,
} from '@tributary/egress';
import { KIB } from '@tributary/units';
import { Agent } from 'undici';
import { type AttemptResult } from '../domain/delivery.ts';
import { exchange, ResponseTimeoutError } from './http-exchange.ts';

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent with GET. */
  readonly body?: string;
  /** Default POST. */
  readonly method?: 'GET' | 'POST';
}

export interface HttpClientOptions extends TargetPolicy {
  /** For the whole exchange: connecting, response headers and body. */
  readonly timeoutMs: number;
}

/** Sends requests to URLs that customers chose. */
export interface HttpClient {
  /** Sends one request. Never throws: an error is a result, too. */
  send(request: HttpRequest): Promise<AttemptResult>;
  /** Aborts all requests in flight. */
  destroy(): Promise<void>;
}

/** Registered URLs are much shorter, but macro values may be long, and the owner does not choose them. */
const MAX_URL_CHARACTERS = 16_384;

/** After so many bytes of a response the connection is aborted. */
const MAX_READ_BYTES = 16 * KIB;
/** Of these so many are stored. */
const MAX_STORED_BYTES = 4 * KIB;
/** The longest UTF-8 character: one that begins before the limit may end behind it. */
const CHARACTER_BYTES = 4;

/** Scheme and authority: the part of a URL that decides which host is called. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Why a URL, with its macros replaced, may not be called; undefined if it may. */
function urlIssue(url: string, policy: TargetPolicy): string | undefined {
  if (url.length > MAX_URL_CHARACTERS) {
    return `Must be at most ${String(MAX_URL_CHARACTERS)} characters with its macros replaced`;
  }
  return targetIssue(ORIGIN.exec(url)?.[0] ?? url, policy);
}

/**
 * Connections per host are not limited here: thousands of endpoints may share a host, and if some hang,
 * others would time out waiting for a connection. The delivery worker limits requests per endpoint.
 */
const openAgent = (resolver: Resolver, options: HttpClientOptions): Agent =>
  new Agent({
    pipelining: 1,
    allowH2: false,
    // Short, because an open connection is not resolved again.
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    headersTimeout: options.timeoutMs + 1_000,
    bodyTimeout: options.timeoutMs + 1_000,
    maxHeaderSize: 16 * KIB,
    connect: { lookup: resolver.lookup, timeout: Math.min(10_000, options.timeoutMs) },
  });

/**
 * Redirects are not followed and bodies are not decompressed. The agent connects to the very address
 * that the resolver checked; a literal address skips the resolver, so `urlIssue` checks it.
 */
export function openHttpClient(resolver: Resolver, options: HttpClientOptions): HttpClient {
  const agent = openAgent(resolver, options);

  const { timeoutMs } = options;
  const limits = {
    timeoutMs,
    maxReadBytes: MAX_READ_BYTES,
    maxBodyBytes: MAX_STORED_BYTES + CHARACTER_BYTES,
  };
  const dispatch = async ({ url, headers, body, method = 'POST' }: HttpRequest) => {
    const { origin, pathname, search } = new URL(url);
    const request = { origin, path: pathname + search, method, headers, body: body ?? null };
    const response = await exchange(agent, request, limits);
    return { status: response.status, body: truncate(response.body.toString('utf8')) };
  };

  return {
    send: async (request) => {
      const issue = urlIssue(request.url, options);
      if (issue !== undefined) return { kind: 'refused', error: issue, durationMs: 0 };
      const started = performance.now();
      const durationMs = (): number => Math.round(performance.now() - started);
      try {
        const response = await dispatch(request);
        return { kind: 'response', ...response, durationMs: durationMs() };
      } catch (error) {
        if (isBlocked(error)) {
          return { kind: 'refused', error: new BlockedAddressError().message, durationMs: 0 };
        }
        const text = describe(error, options.timeoutMs);
        return { kind: 'no_response', error: text, durationMs: durationMs() };
      }
    },
    destroy: () => agent.destroy(),
  };
}

/** The text up to the stored size in UTF-8 (an invalid byte takes three bytes), without half a character. */
function truncate(text: string): string {
  // A UTF-16 code unit takes three bytes at most.
  if (text.length * 3 <= MAX_STORED_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_STORED_BYTES));
  return text.slice(0, read);
}

function isBlocked(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof BlockedAddressError) return true;
    if (current instanceof AggregateError) return current.errors.some(isBlocked);
  }
  return false;
}

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EPIPE: 'The connection was reset',
  UND_ERR_SOCKET: 'The connection was closed',
  ENOTFOUND: 'The host name does not exist',
  ENODATA: 'The host name has no address',
  ETIMEOUT: 'The host name could not be resolved in time',
  EAI_AGAIN: 'The host name could not be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'No connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large',
};

/** The error as shown to customers. A library's message could contain internal addresses. */
function describe(error: unknown, timeoutMs: number): string {
  const { name, code } = error as { name?: string; code?: string };
  if (error instanceof ResponseTimeoutError) {
    return `No complete response within ${String(timeoutMs / 1000)} seconds`;
  }
  const known = ERROR_TEXTS[code ?? ''];
  if (known !== undefined) return known;
  if (name === 'HTTPParserError' || code?.startsWith('HPE_')) return 'The response is not HTTP';
  if (code === undefined) return 'The request failed';
  return TLS_CODE.test(code)
    ? `The TLS connection failed (${code})`
    : `The request failed (${code})`;
}

const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/;
