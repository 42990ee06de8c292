import { type IncomingMessage } from 'node:http';
import {
  CLIENT_IP_HEADER,
  OPERATION_HEADER,
  REQUEST_ID_HEADER,
  SERVICE_TOKEN_HEADER,
  SESSION_COOKIE_HEADER,
} from '@tributary/service/edge';
import { type SessionCookie } from '../../domain/session-cookie.ts';

/**
 * Headers that are not forwarded: those of this hop, those that undici writes, and those with which a
 * caller could impersonate another client.
 */
const WITHHELD = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'authorization',
  'forwarded',
  'x-real-ip',
  // The gateway decides whether a trace is kept.
  'traceparent',
  'tracestate',
  'x-debug-trace',
  REQUEST_ID_HEADER,
]);
const WITHHELD_PREFIXES = ['x-forwarded-', 'x-tributary-'];

/** The headers that the Connection header declares as headers of this hop. */
function connectionHeaders(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

const isWithheld = (name: string): boolean =>
  WITHHELD.has(name) ||
  (name.startsWith('x-') && WITHHELD_PREFIXES.some((prefix) => name.startsWith(prefix)));

/** The values that the gateway sets itself. */
export interface GatewayHeaders {
  readonly requestId: string;
  readonly clientIp: string;
  /** By which the service recognises the gateway. */
  readonly serviceToken: string;
  readonly authorization: string | undefined;
  /** For identity: the session cookie of a browser, or that it has none. */
  readonly sessionCookie: string | undefined;
  /** Of the call's span; undefined where it is not traced. */
  readonly traceparent: string | undefined;
  /** Whether the service states which operation answers. */
  readonly isDescribed: boolean;
  /** Set for a streamed body of known length. */
  readonly contentLength: string | undefined;
}

/** The caller's headers that services may see. */
function callerHeaders(
  { rawHeaders, headers: { connection } }: IncomingMessage,
  cookie: Pick<SessionCookie, 'removeFrom'> | undefined,
): string[] {
  const ofThisHop = connectionHeaders(connection);
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (isWithheld(name) || ofThisHop?.has(name) === true) continue;
    const received = rawHeaders[index + 1] ?? '';
    const value = name === 'cookie' ? cookieFor(received, cookie) : received;
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

/** The Cookie header without the session cookie; undefined where nothing is left. */
function cookieFor(
  received: string,
  cookie: Pick<SessionCookie, 'removeFrom'> | undefined,
): string | undefined {
  const others = cookie?.removeFrom(received) ?? received;
  return others === '' ? undefined : others;
}

/** The headers for the service: the caller's without the session cookie, and those of the gateway. */
export function requestHeaders(
  req: IncomingMessage,
  own: GatewayHeaders,
  cookie: Pick<SessionCookie, 'removeFrom'> | undefined,
): string[] {
  const headers = callerHeaders(req, cookie);
  const { requestId, clientIp, serviceToken, sessionCookie, authorization, contentLength } = own;
  if (own.traceparent !== undefined) headers.push('traceparent', own.traceparent);
  headers.push(REQUEST_ID_HEADER, requestId, CLIENT_IP_HEADER, clientIp);
  headers.push(SERVICE_TOKEN_HEADER, serviceToken);
  if (own.isDescribed) headers.push(OPERATION_HEADER, 'requested');
  if (sessionCookie !== undefined) headers.push(SESSION_COOKIE_HEADER, sessionCookie);
  if (authorization !== undefined) headers.push('authorization', authorization);
  if (contentLength !== undefined) headers.push('content-length', contentLength);
  return headers;
}
