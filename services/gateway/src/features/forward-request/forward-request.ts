import { type Dispatcher } from 'undici';
import { type AppError } from '@tributary/errors';
import {
  NO_SESSION_COOKIE,
  rateLimitHeaders,
  redactText,
  REQUEST_ID_HEADER,
} from '@tributary/service/edge';
import { MINUTE_MS } from '@tributary/units';
import { throttleReports } from '@tributary/work/throttle-reports';
import { type Deps } from '../../deps.ts';
import { type FlatHeaders, securityHeadersFor } from '../../views/security-headers.ts';
import { type ForwardedCall } from '../../workflows/call.ts';
import { requestsTrace } from '../../workflows/call-span.ts';
import { observeCall } from '../../workflows/observe-call.ts';
import { respondWithError } from '../../workflows/respond.ts';
import { type BrowserResponse } from './browser-headers.ts';
import { RelayedCall } from './relayed-call.ts';
import { CallerGoneError, receiveBody, type RequestBody } from './request-body.ts';
import { type GatewayHeaders, requestHeaders } from './request-headers.ts';

type ForwardDeps = Pick<
  Deps,
  | 'clientAddress'
  | 'log'
  | 'metrics'
  | 'requestLog'
  | 'sessionCookie'
  | 'sessions'
  | 'tokens'
  | 'upstreams'
>;

/** Names the trace that an operator requested. */
const TRACE_ID_HEADER = 'x-trace-id';

interface SendDeps extends ForwardDeps {
  readonly reportFailure: (failed: Failed) => void;
}

/** Shorter than the idle timeout of the caller's connection. */
const SLOW_TIMEOUT_MS = 110_000;

const isStream = (body: RequestBody): boolean => body !== null && !Buffer.isBuffer(body);

/** What identity needs to know of a browser's session cookie. */
const sessionCookieFor = ({ route, browser }: ForwardedCall): string | undefined =>
  browser === undefined || route.service !== 'identity'
    ? undefined
    : (browser.cookie ?? NO_SESSION_COOKIE);

/** What becomes of the session cookie with the response. */
function browserResponse(
  { sessions, sessionCookie }: Pick<Deps, 'sessionCookie' | 'sessions'>,
  { route, browser }: ForwardedCall,
): BrowserResponse | undefined {
  if (browser === undefined || sessionCookie === undefined) return undefined;
  const { cookie } = browser;
  return {
    isFromIdentity: route.service === 'identity',
    successor: cookie === undefined ? undefined : sessions.takeSuccessor(cookie),
    setCookie: (value) => sessionCookie.setTo(value),
  };
}

function dispatchOptions(
  { sessionCookie }: Pick<Deps, 'sessionCookie'>,
  forwarded: ForwardedCall,
  body: RequestBody,
  recognition: Pick<GatewayHeaders, 'clientIp' | 'serviceToken'>,
): Dispatcher.DispatchOptions {
  const { call, route, admission, span } = forwarded;
  const { req, requestId } = call;
  const authorization = admission?.authorization ?? req.headers.authorization;
  const contentLength = isStream(body) ? req.headers['content-length'] : undefined;
  return {
    path: call.target,
    method: req.method ?? 'GET',
    headers: requestHeaders(
      req,
      {
        requestId,
        authorization,
        contentLength,
        sessionCookie: sessionCookieFor(forwarded),
        traceparent: span?.traceparent,
        isDescribed: forwarded.keyUse !== undefined,
        ...recognition,
      },
      sessionCookie,
    ),
    body,
    ...(route.stream ? { bodyTimeout: 0 } : {}),
    ...(route.slow ? { headersTimeout: SLOW_TIMEOUT_MS, bodyTimeout: SLOW_TIMEOUT_MS } : {}),
  };
}

/** The headers that the gateway adds to the service's response. */
function addedHeaders({ call, admission, span }: ForwardedCall): FlatHeaders {
  const headers = securityHeadersFor(call.path).concat(call.corsHeaders);
  headers.push(REQUEST_ID_HEADER, call.requestId);
  if (span !== undefined && requestsTrace(call, admission)) {
    headers.push(TRACE_ID_HEADER, span.traceId);
  }
  const limit = admission?.limit;
  if (limit === undefined) return headers;
  const shown = rateLimitHeaders(limit);
  for (const name in shown) headers.push(name, shown[name] ?? '');
  return headers;
}

/**
 * Forwards requests to their service and responses to the caller, both streamed. When the caller
 * disconnects, the request at the service is aborted, or never sent. @throws AppError for a request that cannot be
 * forwarded (413, 503)
 */
export function forwardRequest(given: ForwardDeps): (forwarded: ForwardedCall) => void {
  const deps = { ...given, reportFailure: openFailureLog(given) };
  return (forwarded) => {
    const { call, route } = forwarded;
    // The caller left before: its `close` is past, and what waits for it would wait for ever.
    if (call.res.closed) {
      observeCall(deps, forwarded);
      return;
    }
    const body = receiveBody(call, route.maxBodyBytes);
    if (!(body instanceof Promise)) {
      send(deps, forwarded, body);
      return;
    }
    body.then(
      (received) => {
        send(deps, forwarded, received);
      },
      (error: unknown) => {
        if (!(error instanceof CallerGoneError)) throw error;
        observeCall(deps, forwarded);
      },
    );
  };
}

function send(deps: SendDeps, forwarded: ForwardedCall, body: RequestBody): void {
  const { call, route } = forwarded;
  const relayed = new RelayedCall({
    call,
    upstream: deps.upstreams[route.service],
    stream: route.stream,
    options: dispatchOptions(deps, forwarded, body, {
      clientIp: deps.clientAddress(call.req),
      serviceToken: deps.tokens.tokenFor(route.service),
    }),
    addedHeaders: addedHeaders(forwarded),
    browser: browserResponse(deps, forwarded),
    isRepeatable: !isStream(body),
    keyUse: forwarded.keyUse,
    onFailure: (error) => {
      if (forwarded.keyUse !== undefined) forwarded.keyUse.errorCode = error.code;
      deps.reportFailure({ forwarded, error });
      respondWithError(call, error);
    },
    onEnd: () => {
      observeCall(deps, forwarded);
    },
  });
  relayed.start();
}

interface Failed {
  readonly forwarded: ForwardedCall;
  readonly error: AppError;
}

/** Logs requests that could not be forwarded: for each service a line a minute, that of the newest, with their number. */
function openFailureLog({ log }: Pick<Deps, 'log'>): (failed: Failed) => void {
  const reports = new Map<string, (failed: Failed) => void>();
  const open = (upstream: string) =>
    throttleReports<Failed>(MINUTE_MS, ({ forwarded: { call }, error }, count) => {
      const facts = { upstream, path: redactText(call.path), request_id: call.requestId, count };
      const cause = error.cause ?? error;
      log.warn({ ...facts, code: error.code, err: cause }, 'requests could not be forwarded');
    });
  return (failed) => {
    const { service } = failed.forwarded.route;
    const report = reports.get(service) ?? open(service);
    reports.set(service, report);
    report(failed);
  };
}
