import { type IncomingMessage } from 'node:http';
import { type Dispatcher } from 'undici';
import { type AppError } from '@tributary/errors';
import { rateLimitHeaders, REQUEST_ID_HEADER } from '@tributary/service/edge';
import { type ServiceRoute } from '../../domain/service-routes.ts';
import { type Admission } from '../../http/admission.ts';
import { type Call } from '../../workflows/call.ts';
import { type FlatHeaders, securityHeadersFor } from '../../views/security-headers.ts';
import { CallerGoneError, receiveBody, type RequestBody } from './request-body.ts';
import { requestHeaders } from './request-headers.ts';
import { RelayedCall } from './relayed-call.ts';
import { type Upstreams } from '../../clients/upstreams.ts';

export interface Forwarding {
  readonly upstreams: Upstreams;
  readonly clientAddress: (req: IncomingMessage) => string;
  /** Called once for each forwarded call that could not be answered. */
  readonly onFailure: (call: Call, route: ServiceRoute, error: AppError) => void;
  /** Called once for each forwarded call, when it has ended. */
  readonly onEnd: (call: Call, route: ServiceRoute) => void;
}

export interface Forwarded {
  readonly call: Call;
  readonly route: ServiceRoute;
  readonly admission: Admission | undefined;
}

/** Just before the caller's own connection counts as silent. */
const SLOW_TIMEOUT_MS = 110_000;

const isStream = (body: RequestBody): boolean => body !== null && !Buffer.isBuffer(body);

function dispatchOptions(
  { call, route, admission }: Forwarded,
  body: RequestBody,
  clientIp: string,
): Dispatcher.DispatchOptions {
  const { req, requestId } = call;
  const authorization = admission?.authorization ?? req.headers.authorization;
  const contentLength = isStream(body) ? req.headers['content-length'] : undefined;
  return {
    path: call.target,
    method: req.method ?? 'GET',
    headers: requestHeaders(req, { requestId, clientIp, authorization, contentLength }),
    body,
    ...(route.stream ? { bodyTimeout: 0 } : {}),
    ...(route.slow ? { headersTimeout: SLOW_TIMEOUT_MS, bodyTimeout: SLOW_TIMEOUT_MS } : {}),
  };
}

/** What the gateway adds to the service's answer. */
function ownHeaders({ call, admission }: Forwarded): FlatHeaders {
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
 * Hands a call on to its service and the answer back, both streamed. A caller who leaves ends the
 * call there too. @throws AppError where the call cannot be handed on (413, 503)
 */
export function forwardRequest(forwarding: Forwarding, forwarded: Forwarded): void {
  const { call, route } = forwarded;
  const body = receiveBody(call, route.maxBodyBytes);
  if (!(body instanceof Promise)) {
    send(forwarding, forwarded, body);
    return;
  }
  body.then(
    (gathered) => {
      send(forwarding, forwarded, gathered);
    },
    (error: unknown) => {
      if (!(error instanceof CallerGoneError)) throw error;
      forwarding.onEnd(call, route);
    },
  );
}

function send(forwarding: Forwarding, forwarded: Forwarded, body: RequestBody): void {
  const { call, route } = forwarded;
  const { upstreams, clientAddress, onFailure, onEnd } = forwarding;
  const relayed = new RelayedCall({
    call,
    upstream: upstreams[route.service],
    stream: route.stream,
    options: dispatchOptions(forwarded, body, clientAddress(call.req)),
    ownHeaders: ownHeaders(forwarded),
    repeatable: !isStream(body),
    onFailure: (error) => {
      onFailure(call, route, error);
    },
    onEnd: () => {
      onEnd(call, route);
    },
  });
  relayed.start();
}
