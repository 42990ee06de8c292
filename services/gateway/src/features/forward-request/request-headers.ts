import { type IncomingMessage } from 'node:http';
import { CLIENT_IP_HEADER, REQUEST_ID_HEADER } from '@tributary/service/edge';

/**
 * What is not handed on: headers of this hop, those that undici writes itself, and those by which a
 * caller could pretend to be somebody else.
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
  REQUEST_ID_HEADER,
]);
const WITHHELD_PREFIXES = ['x-forwarded-', 'x-tributary-'];

/** Headers that the Connection header declares to be of this hop; seldom any. */
function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

const isWithheld = (name: string): boolean =>
  WITHHELD.has(name) ||
  (name.startsWith('x-') && WITHHELD_PREFIXES.some((prefix) => name.startsWith(prefix)));

export interface HandedOn {
  readonly requestId: string;
  readonly clientIp: string;
  readonly authorization: string | undefined;
  /** Set where the body is streamed on with a known length. */
  readonly contentLength: string | undefined;
}

/** The headers for the service, flat: the caller's, and what the gateway vouches for. */
export function requestHeaders(req: IncomingMessage, handedOn: HandedOn): string[] {
  const { rawHeaders } = req;
  const ofThisHop = namedByConnection(req.headers.connection);
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (isWithheld(name) || ofThisHop?.has(name) === true) continue;
    headers.push(name, rawHeaders[index + 1] ?? '');
  }
  const { requestId, clientIp, authorization, contentLength } = handedOn;
  headers.push(REQUEST_ID_HEADER, requestId, CLIENT_IP_HEADER, clientIp);
  if (authorization !== undefined) headers.push('authorization', authorization);
  if (contentLength !== undefined) headers.push('content-length', contentLength);
  return headers;
}
