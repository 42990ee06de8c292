import { type IncomingHttpHeaders } from 'node:http';
import {
  OPERATION_HEADER,
  REQUEST_ID_HEADER,
  SESSION_COOKIE_HEADER,
} from '@tributary/service/edge';
import { type FlatHeaders } from '../../views/security-headers.ts';

/** Headers of the hop to the service, and those that the gateway sets itself. */
const WITHHELD = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  OPERATION_HEADER,
  REQUEST_ID_HEADER,
  SESSION_COOKIE_HEADER,
]);

/** A service's value of these headers replaces the gateway's. */
const SERVICE_WINS = new Set([
  'access-control-allow-origin',
  'content-security-policy',
  'cross-origin-resource-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]);

function push(headers: string[], name: string, value: string | string[] | undefined): void {
  if (typeof value === 'string') headers.push(name, value);
  else for (const one of value ?? []) headers.push(name, one);
}

/** The headers for the caller: the service's, then the gateway's. */
export function responseHeaders(received: IncomingHttpHeaders, added: FlatHeaders): string[] {
  const headers: string[] = [];
  let overridden: Set<string> | undefined;
  for (const name in received) {
    if (WITHHELD.has(name)) continue;
    if (SERVICE_WINS.has(name)) (overridden ??= new Set()).add(name);
    push(headers, name, received[name]);
  }
  if (overridden === undefined) return headers.concat(added);
  for (let index = 0; index < added.length; index += 2) {
    const name = added[index] ?? '';
    if (!overridden.has(name)) headers.push(name, added[index + 1] ?? '');
  }
  return headers;
}
