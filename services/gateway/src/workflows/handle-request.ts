import { randomUUIDv7 } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { platformPathOf } from '@tributary/browser-script';
import { acceptCorrelationId, runWithContext } from '@tributary/context';
import { AppError, isAppError, notFound, unavailable } from '@tributary/errors';
import { type Actor, isOutage, REQUEST_ID_HEADER } from '@tributary/service/edge';
import { type Deps } from '../deps.ts';
import { type KeyUse, openKeyUse } from '../domain/key-use.ts';
import { routeTree } from '../domain/route-tree.ts';
import { type ServiceRoute } from '../domain/service-routes.ts';
import { admitCaller } from './admit-caller.ts';
import { type Call, type ForwardedCall } from './call.ts';
import { openCallSpan, requestsTrace, type TracedCall } from './call-span.ts';
import { openCrossOrigin } from './cross-origin.ts';
import { type Endpoint, endpointsByPath } from './endpoint.ts';
import { observeCall } from './observe-call.ts';
import { respondWithError } from './respond.ts';

/** Everything that the gateway serves. */
export interface Served {
  /** The gateway's own endpoints. */
  readonly endpoints: readonly Endpoint[];
  /** The services' paths. */
  readonly routes: readonly ServiceRoute[];
  /** For visits of browsers whose path is none of those. */
  readonly pageRoute: ServiceRoute;
  /** Forwards a request to its service. @throws AppError */
  readonly forward: (forwarded: ForwardedCall) => void;
}

type HandlerDeps = Pick<
  Deps,
  | 'apiKeys'
  | 'clientAddress'
  | 'config'
  | 'findBrowser'
  | 'limiter'
  | 'log'
  | 'metrics'
  | 'quota'
  | 'requestLog'
  | 'sessions'
  | 'verifier'
>;

/** Path and query, also of a request that contains the whole URL, as to a proxy. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.pathname}${parsed.search}`;
}

const pathOf = (target: string): string => {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
};

/** A path with an invalid escape cannot name a record. */
function hasInvalidEscape(path: string): boolean {
  if (!path.includes('%')) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

const API_PATH = /^\/api(\/|$)/i;

/** Whether a browser opens a page, and the path is not one of the API. */
const isPageVisit = ({ req, path }: Call): boolean =>
  req.method === 'GET' &&
  req.headers.accept?.includes('text/html') === true &&
  !API_PATH.test(path);

const noSuchEndpoint = () => notFound('not_found', { message: 'There is no such endpoint' });

function errorOf({ log, metrics }: HandlerDeps, error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isOutage(error)) {
    metrics.outageErrors.inc({ where: 'gateway' });
    return unavailable('unavailable', { retryAfterSeconds: 1, cause: error });
  }
  metrics.unexpectedErrors.inc({ where: 'gateway' });
  log.error({ err: error }, 'unexpected error');
  const options = { httpStatus: 500, message: 'Something went wrong on our side' };
  return new AppError('unavailable', 'internal_error', options);
}

/** The response of an endpoint of the gateway itself. */
function serveEndpoint(deps: HandlerDeps, endpoint: Endpoint, call: Call): void {
  const { method } = call.req;
  if (method !== 'GET' && method !== 'HEAD') {
    const options = { httpStatus: 405, message: `${String(method)} is not possible here; use GET` };
    const error = new AppError('invalid', 'method_not_allowed', options);
    respondWithError(call, error, { allow: 'GET, HEAD' });
    return;
  }
  Promise.resolve(endpoint.handle(call)).catch((error: unknown) => {
    respondWithError(call, errorOf(deps, error));
  });
}

/** Forwards a request to its service, or ends it with its error. */
function openEnds(deps: HandlerDeps, forward: Served['forward']) {
  const fail = (ended: TracedCall, error: unknown): void => {
    const known = errorOf(deps, error);
    if (ended.keyUse !== undefined) ended.keyUse.errorCode = known.code;
    respondWithError(ended.call, known);
    observeCall(deps, ended);
  };
  const forwardOrFail = (forwarded: ForwardedCall): void => {
    const { call, admission, span } = forwarded;
    if (requestsTrace(call, admission)) span?.keep();
    try {
      forward(forwarded);
    } catch (error) {
      fail(forwarded, error);
    }
  };
  return { fail, forwardOrFail };
}

/** Forwards requests to services: on public paths at once, on others after the caller is admitted. */
function openForwarding(deps: HandlerDeps, forward: Served['forward']) {
  const admit = admitCaller(deps);
  const { fail, forwardOrFail } = openEnds(deps, forward);
  const forwardFrom = ({ call, route, span }: Omit<TracedCall, 'keyUse'>): void => {
    const browser = deps.findBrowser(call.req, route);
    if (route.access === 'public') {
      forwardOrFail({ call, route, admission: undefined, browser, keyUse: undefined, span });
      return;
    }
    const { authorization } = call.req.headers;
    const clientIp = deps.clientAddress(call.req);
    let keyUse: KeyUse | undefined;
    const onApiKey = (actor: Actor): void => {
      keyUse = openKeyUse(actor);
    };
    const admission = runWithContext({ correlationId: call.requestId, span }, () =>
      admit({ authorization, cookie: browser?.cookie, clientIp, onApiKey }),
    );
    if (!(admission instanceof Promise)) {
      forwardOrFail({ call, route, admission, browser, keyUse, span });
      return;
    }
    admission.then(
      (admitted) => {
        forwardOrFail({ call, route, admission: admitted, browser, keyUse, span });
      },
      (error: unknown) => {
        fail({ call, route, keyUse, span }, error);
      },
    );
  };
  return (call: Call, route: ServiceRoute): void => {
    const received = { call, route, span: openCallSpan(call, route) };
    try {
      forwardFrom(received);
    } catch (error) {
      fail({ ...received, keyUse: undefined }, error);
    }
  };
}

/** Listeners for node's HTTP server; `onCheckContinue` for requests that expect `100 Continue`. */
export interface RequestListeners {
  readonly onRequest: RequestListener;
  readonly onCheckContinue: RequestListener;
}

/** Serves the gateway's own endpoints, and forwards all other requests to their services. */
export function openRequestHandler(deps: HandlerDeps, served: Served): RequestListeners {
  const crossOrigin = openCrossOrigin(deps.config.CORS_ORIGINS);
  const endpoints = endpointsByPath(served.endpoints);
  const routes = routeTree(served.routes);
  const forward = openForwarding(deps, served.forward);

  const dispatch = (call: Call): void => {
    if (crossOrigin.isPreflight(call.req)) {
      crossOrigin.respondToPreflight(call);
      return;
    }
    const endpoint = endpoints.get(call.path);
    if (endpoint !== undefined) {
      serveEndpoint(deps, endpoint, call);
      return;
    }
    const route = routes.find(call.path) ?? (isPageVisit(call) ? served.pageRoute : undefined);
    if (route === undefined || hasInvalidEscape(call.path))
      respondWithError(call, noSuchEndpoint());
    else forward(call, route);
  };

  const { SCRIPT_PATH } = deps.config;
  const receive = (req: IncomingMessage, res: ServerResponse, waitsForContinue: boolean): void => {
    const startedAt = performance.now();
    const requestId = acceptCorrelationId(req.headers[REQUEST_ID_HEADER], randomUUIDv7);
    const received = targetOf(req.url ?? '');
    const receivedPath = pathOf(received);
    const path = platformPathOf(receivedPath, SCRIPT_PATH);
    const target = path + received.slice(receivedPath.length);
    const corsHeaders = crossOrigin.headersFor(req, path);
    // `close` reports a broken connection; an unhandled `error` would end the process.
    res.on('error', () => undefined);
    dispatch({ req, res, target, path, requestId, startedAt, waitsForContinue, corsHeaders });
  };

  return {
    onRequest: (req, res) => {
      receive(req, res, false);
    },
    onCheckContinue: (req, res) => {
      receive(req, res, true);
    },
  };
}
