import { type Dispatcher } from 'undici';
import { type AppError, isAppError } from '@tributary/errors';
import { rateLimitHeaders, redactText, REQUEST_ID_HEADER } from '@tributary/service/edge';
import { type Deps } from '../../deps.ts';
import { type FlatHeaders, securityHeadersFor } from '../../views/security-headers.ts';
import { type ForwardedCall } from '../../workflows/call.ts';
import { observeCall } from '../../workflows/observe-call.ts';
import { respondWithError } from '../../workflows/respond.ts';
import { RelayedCall } from './relayed-call.ts';
import { CallerGoneError, receiveBody, type RequestBody } from './request-body.ts';
import { type GatewayHeaders, requestHeaders } from './request-headers.ts';

type ForwardDeps = Pick<Deps, 'clientAddress' | 'log' | 'metrics' | 'tokens' | 'upstreams'>;

/** Shorter than the idle timeout of the caller's connection. */
const SLOW_TIMEOUT_MS = 110_000;

const isStream = (body: RequestBody): boolean => body !== null && !Buffer.isBuffer(body);

function dispatchOptions(
  { call, route, admission }: ForwardedCall,
  body: RequestBody,
  recognition: Pick<GatewayHeaders, 'clientIp' | 'serviceToken'>,
): Dispatcher.DispatchOptions {
  const { req, requestId } = call;
  const authorization = admission?.authorization ?? req.headers.authorization;
  const contentLength = isStream(body) ? req.headers['content-length'] : undefined;
  return {
    path: call.target,
    method: req.method ?? 'GET',
    headers: requestHeaders(req, { requestId, authorization, contentLength, ...recognition }),
    body,
    ...(route.stream ? { bodyTimeout: 0 } : {}),
    ...(route.slow ? { headersTimeout: SLOW_TIMEOUT_MS, bodyTimeout: SLOW_TIMEOUT_MS } : {}),
  };
}

/** The headers that the gateway adds to the service's response. */
function addedHeaders({ call, admission }: ForwardedCall): FlatHeaders {
  const limit = admission?.limit;
  return [
    ...securityHeadersFor(call.path),
    ...call.corsHeaders,
    REQUEST_ID_HEADER,
    call.requestId,
    ...(limit === undefined ? [] : Object.entries(rateLimitHeaders(limit)).flat()),
  ];
}

/**
 * Forwards requests to their service and responses to the caller, both streamed. When the caller
 * disconnects, the request at the service is aborted. @throws AppError for a request that cannot be
 * forwarded (413, 503)
 */
export function forwardRequest(deps: ForwardDeps): (forwarded: ForwardedCall) => void {
  return (forwarded) => {
    const { call, route } = forwarded;
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
        observeCall(deps, call, route);
      },
    );
  };
}

function send(deps: ForwardDeps, forwarded: ForwardedCall, body: RequestBody): void {
  const { call, route } = forwarded;
  const relayed = new RelayedCall({
    call,
    upstream: deps.upstreams[route.service],
    stream: route.stream,
    options: dispatchOptions(forwarded, body, {
      clientIp: deps.clientAddress(call.req),
      serviceToken: deps.tokens.tokenFor(route.service),
    }),
    addedHeaders: addedHeaders(forwarded),
    isRepeatable: !isStream(body),
    onFailure: (error) => {
      fail(deps, forwarded, error);
    },
    onEnd: () => {
      observeCall(deps, call, route);
    },
  });
  relayed.start();
}

function fail({ log }: ForwardDeps, { call, route }: ForwardedCall, error: AppError): void {
  const facts = {
    upstream: route.service,
    path: redactText(call.path),
    request_id: call.requestId,
  };
  const cause = isAppError(error) ? (error.cause ?? error) : error;
  log.warn({ ...facts, code: error.code, err: cause }, 'a request could not be forwarded');
  respondWithError(call, error);
}
