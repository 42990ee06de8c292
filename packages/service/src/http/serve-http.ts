import { randomUUIDv7 } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { acceptCorrelationId, runWithContext } from '@tributary/context';
import { AppError, isAppError, notFound } from '@tributary/errors';
import { mapMongoError } from '@tributary/mongo';
import { type TokenVerifier } from '../auth/token-verifier.ts';
import { type Logger, redactText } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { rateLimitHeaders, rateLimitStateOf } from '../rate-limit.ts';
import { requireAccess } from './access.ts';
import { areaOfPath, errorBody } from './error-body.ts';
import { type IdempotencyStore } from './idempotency.ts';
import { CLIENT_IP_HEADER, REQUEST_ID_HEADER } from './headers.ts';
import { parseInput } from './parse-input.ts';
import { readBody } from './read-body.ts';
import { isReply, type Reply, reply, type RequestFacts, type Route } from './route.ts';
import { sendStream } from './send-stream.ts';

const DEFAULT_BODY_LIMIT = 100 * 1024;

export interface HttpOptions {
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  readonly verifier: TokenVerifier;
  /** Needed where a route is `idempotent`. */
  readonly idempotency?: IdempotencyStore;
}

const firstOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function factsOf(req: Request, requestId: string, rawBody: string): RequestFacts {
  const ip = firstOf(req.headers[CLIENT_IP_HEADER]) ?? req.socket.remoteAddress ?? '';
  return { method: req.method, url: req.url, ip, headers: req.headers, rawBody, requestId };
}

async function received(route: Route, req: Request) {
  const takesBody = route.body !== undefined || route.rawBody === true;
  const rawBody = takesBody ? await readBody(req, route.bodyLimit ?? DEFAULT_BODY_LIMIT) : '';
  const mark = req.url.indexOf('?');
  const input = parseInput(route, {
    params: req.params as Record<string, string>,
    search: new URLSearchParams(mark < 0 ? '' : req.url.slice(mark)),
    rawBody,
    contentType: req.headers['content-type'],
  });
  return { rawBody, input };
}

async function authenticate(route: Route, req: Request, verifier: TokenVerifier) {
  if (route.allow === 'public') return undefined;
  const actor = await verifier.verify(req.headers.authorization);
  requireAccess(route, actor);
  return actor;
}

async function perform(route: Route, req: Request, options: HttpOptions): Promise<Reply> {
  const actor = await authenticate(route, req, options.verifier);
  const { rawBody, input } = await received(route, req);
  const work = async (): Promise<Reply> => {
    const request = factsOf(req, requestIdOf(req), rawBody);
    const result = await route.handle({ ...input, actor, request });
    return isReply(result) ? result : reply(route.status ?? 200, { body: result });
  };
  const key = req.headers['idempotency-key'];
  const { idempotency } = options;
  if (route.idempotent !== true || key === undefined || idempotency === undefined) return work();
  const scope = `${actor?.id ?? 'public'} ${route.method} ${req.path}`;
  return idempotency.run({ scope, key: String(key), rawBody }, work);
}

function send(res: Response, answer: Reply): void {
  if (sendStream(res, answer)) return;
  res.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value);
  const { body } = answer;
  if (body === undefined) {
    res.end();
  } else if (typeof body === 'string' || Buffer.isBuffer(body)) {
    res.end(body);
  } else {
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(body));
  }
}

function unexpected(error: unknown, where: string, { log, metrics }: HttpOptions): AppError {
  metrics.unexpectedErrors.inc({ where });
  log.error({ err: error, where }, 'unexpected error');
  return new AppError('unavailable', 'internal_error', {
    httpStatus: 500,
    message: 'Something went wrong on our side',
  });
}

/** The reply for anything thrown while answering `path`, in the area's documented shape. */
function failure(error: unknown, path: string, options: HttpOptions): Reply {
  const mapped = mapMongoError(error);
  const known = isAppError(mapped) ? mapped : unexpected(mapped, path, options);
  const { retryAfterSeconds } = known;
  const wait = retryAfterSeconds ?? (known.httpStatus === 503 ? 1 : undefined);
  const counted = rateLimitStateOf(known);
  const headers = counted === undefined ? {} : rateLimitHeaders(counted);
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)));
  if (known.kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer';
  const safe = known.kind === 'unavailable' ? withoutInternals(known) : known;
  return reply(known.httpStatus, { headers, body: errorBody(areaOfPath(path), safe) });
}

const withoutInternals = (error: AppError): AppError =>
  new AppError(error.kind, error.code, {
    message: redactText(error.message),
    httpStatus: error.httpStatus,
  });

const requestIds = new WeakMap<object, string>();
const requestIdOf = (req: Request): string => {
  let id = requestIds.get(req);
  if (id === undefined) {
    id = acceptCorrelationId(req.headers[REQUEST_ID_HEADER], randomUUIDv7);
    requestIds.set(req, id);
  }
  return id;
};

async function answer(
  route: Route,
  req: Request,
  res: Response,
  options: HttpOptions,
): Promise<void> {
  const started = performance.now();
  options.metrics.httpInFlight.inc();
  const correlationId = requestIdOf(req);
  await runWithContext({ correlationId }, async () => {
    const result = await perform(route, req, options).catch((error: unknown) =>
      failure(error, req.path, options),
    );
    res.setHeader(REQUEST_ID_HEADER, correlationId);
    send(res, result);
    const seconds = (performance.now() - started) / 1000;
    const labels = { method: req.method, route: route.path, status: String(result.status) };
    options.metrics.httpInFlight.dec();
    options.metrics.httpDuration.observe(labels, seconds);
    const level = route.quiet === true && result.status < 500 ? 'debug' : 'info';
    options.log[level](
      { ...labels, path: req.path, ms: Math.round(seconds * 1e5) / 100 },
      'request',
    );
  });
}

const noSuchEndpoint = (): AppError =>
  notFound('not_found', { message: 'There is no such endpoint' });

/** An Express application that answers exactly `routes`; other methods get 405, other paths 404. */
export function createApp(options: HttpOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Hot routes first: Express tries them in order.
  const ordered = options.routes.toSorted(
    (a, b) => Number(b.quiet ?? false) - Number(a.quiet ?? false),
  );
  for (const declared of ordered) {
    app[declared.method](declared.path, (req, res) => answer(declared, req, res, options));
  }
  const byPath = Map.groupBy(options.routes, ({ path }) => path);
  for (const [path, declared] of byPath) {
    const methods = declared.map(({ method }) => method.toUpperCase());
    app.all(path, (req, res) => {
      const known = new AppError('invalid', 'method_not_allowed', {
        httpStatus: 405,
        message: `${req.method} is not possible here; use ${methods.join(' or ')}`,
      });
      res.setHeader('allow', methods.join(', '));
      res.setHeader(REQUEST_ID_HEADER, requestIdOf(req));
      send(res, failure(known, req.path, options));
    });
  }
  app.use((req, res) => {
    res.setHeader(REQUEST_ID_HEADER, requestIdOf(req));
    send(res, failure(noSuchEndpoint(), req.path, options));
  });
  // Express tells an error by its four parameters. The router itself refuses a path with an escape
  // that stands for nothing; its own answer would show the stack.
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.setHeader(REQUEST_ID_HEADER, requestIdOf(req));
    const known = error instanceof URIError ? noSuchEndpoint() : error;
    send(res, failure(known, req.path, options));
  });
  return app;
}
