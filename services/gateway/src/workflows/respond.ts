import { type AppError } from '@tributary/errors';
import {
  areaOfPath,
  errorBody,
  rateLimitHeaders,
  rateLimitStateOf,
  REQUEST_ID_HEADER,
} from '@tributary/service/edge';
import { MIB } from '@tributary/units';
import { type Call } from './call.ts';
import { type FlatHeaders, securityHeadersFor } from '../views/security-headers.ts';

interface Answer {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of those of the path. */
  readonly securityHeaders?: FlatHeaders;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends an answer of the gateway's own. */
export function answer(call: Call, given: Answer): void {
  const { res, path, requestId, corsHeaders } = call;
  if (res.headersSent || res.destroyed) return;
  const body = given.body ?? '';
  const headers = [
    ...(given.securityHeaders ?? securityHeadersFor(path)),
    ...corsHeaders,
    REQUEST_ID_HEADER,
    requestId,
    ...Object.entries(given.headers ?? {}).flat(),
  ];
  if (given.body !== undefined) headers.push('content-type', given.contentType ?? JSON_TYPE);
  if (given.status !== 204 && given.status !== 304) {
    headers.push('content-length', String(Buffer.byteLength(body)));
  }
  res.writeHead(given.status, headers);
  res.end(body);
}

function headersOf(error: AppError): Record<string, string> {
  const counted = rateLimitStateOf(error);
  const waitSeconds = error.retryAfterSeconds ?? (error.httpStatus === 503 ? 1 : undefined);
  return {
    ...(counted === undefined ? {} : rateLimitHeaders(counted)),
    ...(waitSeconds === undefined
      ? {}
      : { 'retry-after': String(Math.max(1, Math.ceil(waitSeconds))) }),
    ...(error.kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
  };
}

/** Refuses a call, in the shape that its area documents. */
export function refuse(call: Call, error: AppError, headers: Record<string, string> = {}): void {
  answer(call, {
    status: error.httpStatus,
    body: JSON.stringify(errorBody(areaOfPath(call.path), error)),
    headers: { ...headersOf(error), ...headers },
  });
  drain(call);
}

const DRAIN_AT_MOST_BYTES = 8 * MIB;

/**
 * Lets the rest of an unwanted body pass, because a client that is cut off while it sends does not
 * read the answer. Whoever sends on and on is cut off all the same.
 */
export function drain({ req }: Pick<Call, 'req'>): void {
  if (req.complete || req.destroyed) return;
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_AT_MOST_BYTES) req.destroy();
  });
  req.on('error', () => undefined);
  req.resume();
}
