import { type IncomingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER } from '@tributary/service/edge';
import { type FlatHeaders } from '../../views/security-headers.ts';

/** Headers of the hop to the service, and those that the gateway answers itself. */
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
  REQUEST_ID_HEADER,
]);

/** Where a service sets one of these itself, it knows better. */
const OWN_WINS = new Set([
  'access-control-allow-origin',
  'content-security-policy',
  'cross-origin-resource-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'referrer-policy',
  'x-frame-options',
]);

function push(headers: string[], name: string, value: string | string[] | undefined): void {
  if (typeof value === 'string') headers.push(name, value);
  else for (const one of value ?? []) headers.push(name, one);
}

/** The headers for the caller: the service's, then the gateway's `own` as far as they are not set. */
export function responseHeaders(received: IncomingHttpHeaders, own: FlatHeaders): string[] {
  const headers: string[] = [];
  let overridden: Set<string> | undefined;
  for (const name in received) {
    if (WITHHELD.has(name)) continue;
    if (OWN_WINS.has(name)) (overridden ??= new Set()).add(name);
    push(headers, name, received[name]);
  }
  if (overridden === undefined) return headers.concat(own);
  for (let index = 0; index < own.length; index += 2) {
    const name = own[index] ?? '';
    if (!overridden.has(name)) headers.push(name, own[index + 1] ?? '');
  }
  return headers;
}
