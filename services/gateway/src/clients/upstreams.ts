import { type Dispatcher, Pool } from 'undici';
import { unavailable } from '@tributary/errors';
import { type InnerTls } from '@tributary/grpc';
import { MINUTE_MS } from '@tributary/units';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';

/** The connections to a service. */
export interface Upstream {
  readonly service: RoutedService;
  /** @throws unavailable above the limit of concurrent requests */
  dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    stream: boolean,
  ): void;
  /** Called once for each dispatch, when it ends. */
  ended(stream: boolean): void;
  /**
   * Leaves the present connections: idle ones at once, others after their response. Called when a response ends its
   * connection, as an instance does that is about to stop: a request on one that it closes meanwhile would be lost.
   */
  renew(): void;
  close(): Promise<void>;
}

export interface UpstreamSettings {
  readonly connections: number;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Certificates, where services are reached by https. */
  readonly tls?: InnerTls | undefined;
}

/** The limit of concurrent requests, as a multiple of the connections. */
const QUEUE_FACTOR = 8;
const MAX_STREAMS = 10_000;
/** The maximum pause within a response. */
const BODY_TIMEOUT_MS = MINUTE_MS;
/** An instance that stops ends many connections. */
const RENEW_EVERY_MS = 250;
/** Shorter than the 75 s after which services close idle connections. */
const KEEP_ALIVE_MS = MINUTE_MS;

type Kind = 'calls' | 'streams';

interface Connections {
  readonly of: (kind: Kind) => Pool;
  readonly renew: () => void;
  readonly close: () => Promise<void>;
}

function openConnections(
  url: string,
  { connections, connectTimeoutMs, headersTimeoutMs, tls }: UpstreamSettings,
): Connections {
  const shared = {
    connect: { timeout: connectTimeoutMs, noDelay: true, ...tls },
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  };
  // Streams have a pool of their own, because each occupies a connection while it is open.
  const openPools = (): Readonly<Record<Kind, Pool>> => ({
    calls: new Pool(url, { ...shared, connections, bodyTimeout: BODY_TIMEOUT_MS }),
    streams: new Pool(url, { ...shared, connections: MAX_STREAMS, bodyTimeout: 0 }),
  });
  let pools = openPools();
  let renewedAt = -Infinity;
  const left = new Set<Pool>();
  return {
    of: (kind) => pools[kind],
    renew: () => {
      const now = performance.now();
      if (now - renewedAt < RENEW_EVERY_MS) return;
      renewedAt = now;
      for (const pool of Object.values(pools)) {
        left.add(pool);
        void pool.close().finally(() => left.delete(pool));
      }
      pools = openPools();
    },
    close: async () => {
      await Promise.all([...Object.values(pools), ...left].map((pool) => pool.destroy()));
    },
  };
}

function openUpstream(service: RoutedService, url: string, settings: UpstreamSettings): Upstream {
  const { of, renew, close } = openConnections(url, settings);
  const active = { calls: 0, streams: 0 };
  const limits = { calls: settings.connections * QUEUE_FACTOR, streams: MAX_STREAMS };
  return {
    service,
    dispatch: (options, handler, stream) => {
      const kind = stream ? 'streams' : 'calls';
      if (active[kind] >= limits[kind]) {
        throw unavailable('too_busy', {
          message: 'Too many calls at once; try again in a moment',
          retryAfterSeconds: 1,
        });
      }
      of(kind).dispatch(options, handler);
      active[kind] += 1;
    },
    ended: (stream) => {
      active[stream ? 'streams' : 'calls'] -= 1;
    },
    renew,
    close,
  };
}

export type Upstreams = Readonly<Record<RoutedService, Upstream>>;

/** Keep-alive connections to every service, with a limit for each. Connects at the first request. */
export const openUpstreams = (
  urls: Readonly<Record<RoutedService, string>>,
  settings: UpstreamSettings,
): Upstreams =>
  Object.fromEntries(
    routedServices.map((service) => [service, openUpstream(service, urls[service], settings)]),
  ) as unknown as Upstreams;
