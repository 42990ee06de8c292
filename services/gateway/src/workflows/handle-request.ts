import { randomUUIDv7 } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { acceptCorrelationId, runWithContext } from '@tributary/context';
import { AppError, isAppError, notFound } from '@tributary/errors';
import { REQUEST_ID_HEADER } from '@tributary/service/edge';
import { type Deps } from '../deps.ts';
import { type ServiceRoute } from '../domain/service-routes.ts';
import { routeTree } from '../domain/route-tree.ts';
import { forwardRequest } from '../features/forward-request/forward-request.ts';
import { type Admission } from '../http/admission.ts';
import { refuse } from './respond.ts';
import { type Call } from './call.ts';
import { type OwnEndpoint, ownEndpoints } from './endpoint.ts';

/** Path and query, also where a caller writes the whole URL, as to a proxy. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.pathname}${parsed.search}`;
}

const pathOf = (target: string): string => {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
};

/** An escape that stands for no text: no record and no path has such a name. */
function hasBrokenEscape(path: string): boolean {
  if (!path.includes('%')) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

const noSuchEndpoint = () => notFound('not_found', { message: 'There is no such endpoint' });

function handOn(
  deps: Deps,
  call: Call,
  route: ServiceRoute,
  admission: Admission | undefined,
): void {
  try {
    forwardRequest(deps.forwarding, { call, route, admission });
  } catch (error) {
    refuse(call, errorOf(deps, error));
    deps.forwarding.onEnd(call, route);
  }
}

function errorOf(deps: Deps, error: unknown): AppError {
  if (isAppError(error)) return error;
  deps.metrics.unexpectedErrors.inc({ where: 'gateway' });
  deps.log.error({ err: error }, 'unexpected error');
  const options = { httpStatus: 500, message: 'Something went wrong on our side' };
  return new AppError('unavailable', 'internal_error', options);
}

/** A signed-in caller's way: who is it, may they call so often, then on to the service. */
function admitAndHandOn(deps: Deps, call: Call, route: ServiceRoute): void {
  runWithContext({ correlationId: call.requestId }, () => {
    deps.admitCaller(call.req.headers.authorization).then(
      (admission) => {
        handOn(deps, call, route, admission);
      },
      (error: unknown) => {
        refuse(call, errorOf(deps, error));
        deps.forwarding.onEnd(call, route);
      },
    );
  });
}

/** Answers what is the gateway's own; false where `call` is not for it. */
function answerItself(deps: Deps, own: ReadonlyMap<string, OwnEndpoint>, call: Call): boolean {
  const endpoint = own.get(call.path);
  if (endpoint === undefined) return false;
  const { method } = call.req;
  if (method !== 'GET' && method !== 'HEAD') {
    const options = { httpStatus: 405, message: `${String(method)} is not possible here; use GET` };
    refuse(call, new AppError('invalid', 'method_not_allowed', options), { allow: 'GET, HEAD' });
    return true;
  }
  Promise.resolve(endpoint(call)).catch((error: unknown) => {
    refuse(call, errorOf(deps, error));
  });
  return true;
}

/** Where every request comes in; the second is for callers who wait for `100 Continue`. */
export interface Entrance {
  readonly onRequest: RequestListener;
  readonly onCheckContinue: RequestListener;
}

/** Answers what the gateway answers itself, and leads all else to its service. */
export function openEntrance(deps: Deps): Entrance {
  const routes = routeTree(deps.routes);
  const own = ownEndpoints(deps);

  const lead = (call: Call): void => {
    if (deps.crossOrigin.isPreflight(call.req)) {
      deps.crossOrigin.answerPreflight(call);
      return;
    }
    if (answerItself(deps, own, call)) return;
    const route = routes.find(call.path);
    if (route === undefined || hasBrokenEscape(call.path)) refuse(call, noSuchEndpoint());
    else if (route.access === 'public') handOn(deps, call, route, undefined);
    else admitAndHandOn(deps, call, route);
  };

  const receive = (req: IncomingMessage, res: ServerResponse, waitsForContinue: boolean): void => {
    const startedAt = performance.now();
    const requestId = acceptCorrelationId(req.headers[REQUEST_ID_HEADER], randomUUIDv7);
    const target = targetOf(req.url ?? '');
    const path = pathOf(target);
    const corsHeaders = deps.crossOrigin.headersFor(req);
    // A broken connection is told by `close`; without a listener it would end the process.
    res.on('error', () => undefined);
    lead({ req, res, target, path, requestId, startedAt, waitsForContinue, corsHeaders });
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
