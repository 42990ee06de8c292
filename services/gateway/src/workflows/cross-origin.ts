import { type IncomingMessage } from 'node:http';
import { type FlatHeaders } from '../views/security-headers.ts';
import { type Call } from './call.ts';
import { respond } from './respond.ts';

const EXPOSED = [
  'x-request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'idempotent-replayed',
  'content-disposition',
].join(', ');

const NONE: FlatHeaders = [];

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, last-event-id, x-request-id, x-service-signature',
  'access-control-max-age': '600',
};

/** The script of shops' pages, with what it calls: every shop's pages read it, and caches share its answers. */
const OF_ALL_SHOPS = /^\/t\//;

/** CORS. Credentials are never allowed, because the session cookie is for pages of our own origin alone. */
export interface CrossOrigin {
  headersFor(req: IncomingMessage, path: string): FlatHeaders;
  isPreflight(req: IncomingMessage): boolean;
  respondToPreflight(call: Call): void;
}

export function openCrossOrigin(origins: readonly string[]): CrossOrigin {
  const allowed = new Set(origins);
  const exposed = ['access-control-expose-headers', EXPOSED];
  const anyOrigin = ['access-control-allow-origin', '*', ...exposed];
  const varyOrigin = ['vary', 'origin'];
  const allowsAny = allowed.has('*');
  return {
    headersFor: ({ headers: { origin } }, path) => {
      if (OF_ALL_SHOPS.test(path)) return anyOrigin;
      if (allowsAny) return origin === undefined ? NONE : anyOrigin;
      if (origin === undefined || !allowed.has(origin)) return varyOrigin;
      return ['access-control-allow-origin', origin, ...exposed, ...varyOrigin];
    },
    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers['access-control-request-method'] !== undefined,
    respondToPreflight: (call) => {
      respond(call, { status: 204, headers: PREFLIGHT });
    },
  };
}
