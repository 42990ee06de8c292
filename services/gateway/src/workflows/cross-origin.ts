import { type IncomingMessage } from 'node:http';
import { type Call } from './call.ts';
import { answer } from './respond.ts';
import { type FlatHeaders } from '../views/security-headers.ts';

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

/** What scripts of other origins may do. Tokens travel in a header, never in cookies. */
export interface CrossOrigin {
  headersFor(req: IncomingMessage): FlatHeaders;
  isPreflight(req: IncomingMessage): boolean;
  answerPreflight(call: Call): void;
}

export function openCrossOrigin(origins: readonly string[]): CrossOrigin {
  const allowed = new Set(origins);
  const exposed = ['access-control-expose-headers', EXPOSED];
  const anybody = ['access-control-allow-origin', '*', ...exposed];
  const nobody = ['vary', 'origin'];
  const fixed = allowed.has('*') ? anybody : undefined;
  return {
    headersFor: ({ headers: { origin } }) => {
      if (fixed !== undefined) return origin === undefined ? NONE : fixed;
      if (origin === undefined || !allowed.has(origin)) return nobody;
      return ['access-control-allow-origin', origin, ...exposed, ...nobody];
    },
    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers['access-control-request-method'] !== undefined,
    answerPreflight: (call) => {
      answer(call, { status: 204, headers: PREFLIGHT });
    },
  };
}
