import { type AppError } from '@tributary/errors';
import {
  areaOfPath,
  errorBody,
  rateLimitHeaders,
  rateLimitStateOf,
  REQUEST_ID_HEADER,
} from '@tributary/service/edge';
import { MIB } from '@tributary/units';
import { type FlatHeaders, securityHeadersFor } from '../views/security-headers.ts';
import { type Call } from './call.ts';

interface Response {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the security headers of the path. */
  readonly securityHeaders?: FlatHeaders;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a response of the gateway itself. */
export function respond(call: Call, response: Response): void {
  const { res, path, requestId, corsHeaders } = call;
  if (res.headersSent || res.destroyed) return;
  const body = response.body ?? '';
  const headers = [
    ...(response.securityHeaders ?? securityHeadersFor(path)),
    ...corsHeaders,
    REQUEST_ID_HEADER,
    requestId,
    ...Object.entries(response.headers ?? {}).flat(),
  ];
  if (response.body !== undefined) headers.push('content-type', response.contentType ?? JSON_TYPE);
  if (response.status !== 204 && response.status !== 304) {
    headers.push('content-length', String(Buffer.byteLength(body)));
  }
  res.writeHead(response.status, headers);
  res.end(body);
}

function headersOf(error: AppError): Record<string, string> {
  const limit = rateLimitStateOf(error);
  const retrySeconds = error.retryAfterSeconds ?? (error.httpStatus === 503 ? 1 : undefined);
  return {
    ...(limit === undefined ? {} : rateLimitHeaders(limit)),
    ...(retrySeconds === undefined
      ? {}
      : { 'retry-after': String(Math.max(1, Math.ceil(retrySeconds))) }),
    ...(error.kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
  };
}

/** Sends an error in the documented shape of the path's area. */
export function respondWithError(
  call: Call,
  error: AppError,
  headers: Record<string, string> = {},
): void {
  respond(call, {
    status: error.httpStatus,
    body: JSON.stringify(errorBody(areaOfPath(call.path), error)),
    headers: { ...headersOf(error), ...headers },
  });
  discardBody(call);
}

const MAX_DISCARDED_BYTES = 8 * MIB;

/**
 * Reads and drops the rest of a request's body, because a client whose connection is closed while it
 * sends does not read the response. A larger rest closes the connection.
 */
export function discardBody({ req }: Pick<Call, 'req'>): void {
  if (req.complete || req.destroyed) return;
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) req.destroy();
  });
  req.on('error', () => undefined);
  req.resume();
}
