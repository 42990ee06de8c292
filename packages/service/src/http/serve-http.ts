import { randomUUIDv7 } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Express, NextFunction, Request, Response } from 'express';
import { acceptCorrelationId, runWithContext } from '@tributary/context';
import { AppError, notFound } from '@tributary/errors';
import { KIB } from '@tributary/units';
import { type Actor } from '../auth/actor.ts';
import { afterWaiting, CALL_TERMS, type WithinDeadline } from '../call-deadline.ts';
import { type Logger } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { type AccessParts, requireAccess } from './access.ts';
import { type NoteCall, openCallNotes } from './call-line.ts';
import { answeredSpan, openCallSpan } from './call-span.ts';
import { type Arrival, factsOf, inputOf, isPlain, takesBody } from './arrival.ts';
import { type RequestAudit } from './audit.ts';
import { type DirectCallParts, isAnsweredDirectly } from './direct-call.ts';
import { failure, failureCode } from './failure.ts';
import { type IdempotencyStore } from './idempotency.ts';
import { describedFor } from './described-reply.ts';
import { REQUEST_ID_HEADER } from './headers.ts';
import { openPathTable } from './path-table.ts';
import { readBody } from './read-body.ts';
import { isReply, type Reply, reply, type RequestFacts, type Route } from './route.ts';
import { send } from './send-reply.ts';
import { type RecogniseCaller } from './service-caller.ts';
import { openSharedReplies, type ShareReply } from './shared-replies.ts';

const DEFAULT_BODY_LIMIT = 100 * KIB;

export interface HttpOptions extends AccessParts {
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  readonly recogniseCaller: RecogniseCaller;
  readonly audit: RequestAudit;
  readonly withinDeadline: WithinDeadline;
  /** Needed where a route is `idempotent`. */
  readonly idempotency?: IdempotencyStore;
}

interface ServerParts extends HttpOptions {
  readonly shareReply: ShareReply;
  readonly note: NoteCall;
}

/** What is known about a call before it is answered. */
interface Progress {
  readonly requestId: string;
  actor?: Actor;
}

/** The caller, who has the right to call; otherwise the refusal is audited. */
async function authenticate(
  route: Route,
  { req, params }: Arrival,
  progress: Progress,
  { verifier, audit, proofTerms: terms, clock }: HttpOptions,
): Promise<Actor> {
  const actor = await verifier.verify(req.headers.authorization);
  progress.actor = actor;
  try {
    requireAccess(route, actor, { terms, now: clock.now() });
  } catch (error) {
    const call = { route, params, request: factsOf(req, progress.requestId, ''), actor };
    await audit.refused(call, error as AppError);
    throw error;
  }
  return actor;
}

const repliedBy = (route: Route, result: unknown): Reply =>
  isReply(result) ? result : reply(route.status ?? 200, { body: result });

async function perform(
  route: Route,
  arrival: Arrival,
  progress: Progress,
  options: ServerParts,
): Promise<Reply> {
  const { req, path, params } = arrival;
  const isPublic = route.allow === 'public';
  const admit = async () => ({
    actor: isPublic ? undefined : await authenticate(route, arrival, progress, options),
    counted: await route.countCall?.(factsOf(req, progress.requestId, '')),
  });
  const terms = route.deadline ?? CALL_TERMS;
  const startedAt = performance.now();
  const { actor, counted } = await options.withinDeadline(terms, admit);
  const left = afterWaiting(terms, performance.now() - startedAt);
  // A caller with a slow line may take longer to send the body.
  const limit = route.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const kind = route.binaryBody === undefined ? 'text' : 'bytes';
  const rawBody = takesBody(route) ? await readBody(req, limit, kind) : '';
  const input = inputOf(route, arrival, rawBody);
  const request = factsOf(req, progress.requestId, rawBody);
  const handle = async (): Promise<Reply> =>
    repliedBy(route, await route.handle({ ...input, actor, request }));
  const call = { route, params, request, actor };
  const replied = await options.withinDeadline(left, () => runHandler(call, path, handle, options));
  return counted === undefined
    ? replied
    : { ...replied, headers: { ...counted, ...replied.headers } };
}

/** Runs a handler as its route declares: for equal requests together, once for an Idempotency-Key, or for each request. */
function runHandler(
  call: Parameters<RequestAudit['run']>[0] & { readonly request: RequestFacts },
  path: string,
  handle: () => Promise<Reply>,
  { audit, idempotency, shareReply }: ServerParts,
): Promise<Reply> {
  const { route, request, actor } = call;
  if (route.shared === true && actor !== undefined)
    return shareReply({ accountId: actor.id, url: request.url }, handle);
  const work = () => audit.run(call, handle);
  const key = request.headers['idempotency-key'];
  if (route.idempotent !== true || key === undefined || idempotency === undefined) return work();
  const scope = `${actor?.id ?? 'public'} ${route.method} ${path}`;
  return idempotency.run({ scope, key: String(key), rawBody: request.rawBody }, work);
}

const requestIdOf = (req: IncomingMessage): string =>
  acceptCorrelationId(req.headers[REQUEST_ID_HEADER], randomUUIDv7);

/**
 * `perform` for a plain route, without its promises, which cost a hot route a tenth. Throws at once
 * where the input is invalid.
 */
function performPlain(
  route: Route,
  arrival: Arrival,
  requestId: string,
  { withinDeadline }: ServerParts,
): Promise<unknown> {
  const input = inputOf(route, arrival, '');
  const request = factsOf(arrival.req, requestId, '');
  return withinDeadline(route.deadline ?? CALL_TERMS, () =>
    route.handle({ ...input, actor: undefined, request }),
  );
}

/** Never rejects, unless the response itself cannot be written. */
function answer(route: Route, arrival: Arrival, options: ServerParts): Promise<void> {
  const startedAt = performance.now();
  options.metrics.httpInFlight.inc();
  const requestId = requestIdOf(arrival.req);
  const span = openCallSpan(route, arrival, requestId);
  const progress: Progress = { requestId };
  const finish = (result: Reply, errorCode?: string): void => {
    const { status } = result;
    send(arrival.res, requestId, describedFor(arrival.req, route, result, errorCode));
    span?.end(answeredSpan(status, errorCode));
    options.note(route, arrival, { status, startedAt, span, actor: progress.actor, errorCode });
  };
  const fail = (error: unknown): void => {
    finish(failure(error, arrival.path, options), failureCode(error));
  };
  return runWithContext({ correlationId: requestId, span }, () => {
    let result: Promise<unknown>;
    try {
      result = isPlain(route)
        ? performPlain(route, arrival, requestId, options)
        : perform(route, arrival, progress, options);
    } catch (error) {
      fail(error);
      return Promise.resolve();
    }
    return result.then((given) => {
      finish(repliedBy(route, given));
    }, fail);
  });
}

/** What hot routes need to answer directly. */
const directCallsOf = (options: ServerParts): DirectCallParts => ({
  inFlight: options.metrics.httpInFlight,
  refuse: ({ req, res, path }, error) => {
    const refusal = failure(error, path, options);
    send(res, requestIdOf(req), refusal);
    return refusal.status;
  },
  note: options.note,
});

const noSuchEndpoint = (): AppError =>
  notFound('not_found', { message: 'There is no such endpoint' });

const isFixed = ({ path }: Route): boolean => !path.includes(':');

function serveMethods(app: Express, routes: readonly Route[], options: ServerParts): void {
  for (const declared of routes) {
    app[declared.method](declared.path, (req, res) =>
      answer(declared, { req, res, path: req.path, params: textParams(req) }, options),
    );
  }
}

function refuseOtherMethods(app: Express, routes: readonly Route[], options: ServerParts): void {
  for (const [path, declared] of Map.groupBy(routes, (one) => one.path)) {
    const methods = declared.map(({ method }) => method.toUpperCase());
    app.all(path, (req, res) => {
      const known = new AppError('invalid', 'method_not_allowed', {
        httpStatus: 405,
        message: `${req.method} is not possible here; use ${methods.join(' or ')}`,
      });
      const { headers, ...refusal } = failure(known, req.path, options);
      const allow = { ...headers, allow: methods.join(', ') };
      send(res, requestIdOf(req), { ...refusal, headers: allow });
    });
  }
}

/**
 * An Express application that serves exactly `routes`; other methods get 405, other paths 404. A path without
 * parameters precedes those with them, for every method. Express is loaded by this call, because it takes 3 MB and
 * most processes never need it.
 */
async function createExpress(options: ServerParts, ordered: readonly Route[]): Promise<Express> {
  const { default: express } = await import('express');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const [fixed, variable] = [ordered.filter(isFixed), ordered.filter((one) => !isFixed(one))];
  for (const routes of [fixed, variable]) {
    serveMethods(app, routes, options);
    refuseOtherMethods(app, routes, options);
  }
  app.use((req, res) => {
    send(res, requestIdOf(req), failure(noSuchEndpoint(), req.path, options));
  });
  // Express recognises an error handler by its four parameters. The router itself refuses a path
  // with an invalid escape; its own response would show the stack.
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const known = error instanceof URIError ? noSuchEndpoint() : error;
    send(res, requestIdOf(req), failure(known, req.path, options));
  });
  return app;
}

/** Whether the caller of a request is recognised; sends the refusal otherwise. */
const openRecognition =
  (options: HttpOptions) =>
  (req: IncomingMessage, res: ServerResponse, operationId?: string): boolean => {
    try {
      options.recogniseCaller(req, operationId);
      return true;
    } catch (error) {
      send(res, requestIdOf(req), failure(error, req.url ?? '', options));
      return false;
    }
  };

const textParams = (req: Request): Record<string, string> => req.params as Record<string, string>;

/**
 * Serves `routes`. Plain paths are found in a table; other paths, and unusual spellings, go through
 * Express, whose middleware costs more than many a handler.
 */
export function createApp(given: HttpOptions): RequestListener {
  const note = openCallNotes(given.log, given.metrics);
  const options = { ...given, note, shareReply: openSharedReplies() };
  // Hot routes first: Express tries them in order.
  const ordered = options.routes.toSorted(
    (a, b) => Number(b.quiet ?? false) - Number(a.quiet ?? false),
  );
  let app: Promise<Express> | undefined;
  const find = openPathTable(ordered);
  const isRecognised = openRecognition(options);
  const direct = directCallsOf(options);
  return (req, res) => {
    const found = find(req.method ?? '', req.url ?? '');
    if (!isRecognised(req, res, found?.route.operationId)) return;
    if (found === undefined) {
      app ??= createExpress(options, ordered);
      app.then(
        (serve) => {
          serve(req, res);
        },
        () => res.destroy(),
      );
      return;
    }
    const { route, path, params } = found;
    const arrival = { req, res, path, params };
    if (isAnsweredDirectly(route, arrival, direct)) return;
    answer(route, arrival, options).catch(() => {
      res.destroy();
    });
  };
}
