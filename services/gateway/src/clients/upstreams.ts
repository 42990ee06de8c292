import { type Dispatcher, Pool } from 'undici';
import { unavailable } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';

/** A service as the gateway reaches it. */
export interface Upstream {
  readonly service: RoutedService;
  /** @throws unavailable where too many calls wait already */
  dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    stream: boolean,
  ): void;
  /** To be called once for every dispatch, when it has ended. */
  ended(stream: boolean): void;
  close(): Promise<void>;
}

export interface UpstreamSettings {
  readonly connections: number;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
}

/** Calls in hand at most, as a multiple of the connections; more would only wait. */
const QUEUE_FACTOR = 8;
const MAX_STREAMS = 10_000;
/** A pause in an answer, after which the service counts as stuck. */
const BODY_TIMEOUT_MS = MINUTE_MS;
/** Services keep idle connections for 75 s; a connection is not used in its last seconds. */
const KEEP_ALIVE_MS = MINUTE_MS;

function openUpstream(
  service: RoutedService,
  url: string,
  { connections, connectTimeoutMs, headersTimeoutMs }: UpstreamSettings,
): Upstream {
  const shared = {
    connect: { timeout: connectTimeoutMs, noDelay: true },
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  };
  const calls = new Pool(url, { ...shared, connections, bodyTimeout: BODY_TIMEOUT_MS });
  // Each stream holds a connection for as long as it lasts; they must not use up those of the calls.
  const streams = new Pool(url, { ...shared, connections: MAX_STREAMS, bodyTimeout: 0 });
  const inHand = { calls: 0, streams: 0 };
  const limits = { calls: connections * QUEUE_FACTOR, streams: MAX_STREAMS };
  return {
    service,
    dispatch: (options, handler, stream) => {
      const kind = stream ? 'streams' : 'calls';
      if (inHand[kind] >= limits[kind]) {
        throw unavailable('too_busy', {
          message: 'Too many calls at once; try again in a moment',
          retryAfterSeconds: 1,
        });
      }
      (stream ? streams : calls).dispatch(options, handler);
      inHand[kind] += 1;
    },
    ended: (stream) => {
      inHand[stream ? 'streams' : 'calls'] -= 1;
    },
    close: async () => {
      await Promise.all([calls.destroy(), streams.destroy()]);
    },
  };
}

export type Upstreams = Readonly<Record<RoutedService, Upstream>>;

/** Keep-alive connections to every service, bounded for each. Connects at the first call. */
export const openUpstreams = (
  urls: Readonly<Record<RoutedService, string>>,
  settings: UpstreamSettings,
): Upstreams =>
  Object.fromEntries(
    routedServices.map((service) => [service, openUpstream(service, urls[service], settings)]),
  ) as unknown as Upstreams;
