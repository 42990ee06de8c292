import {
  openBatchedRateLimiter,
  openKeySet,
  openLog,
  openMetrics,
  openRedis,
  openRevocations,
  openServiceTokens,
  noNetworks,
  parseNetworks,
  openTokenVerifier,
  systemClock,
  type Logger,
  redisAnswers,
  startProcessTracing,
  watchDegradation,
} from '@tributary/service/edge';
import { openApiDocuments } from './clients/api-documents.ts';
import { openApiKeyTokens } from './clients/api-key-tokens.ts';
import { openHealthChecks } from './clients/health-checks.ts';
import { openIdentityClient } from './clients/identity-client.ts';
import { openSessionTokens } from './clients/session-tokens.ts';
import { openUpstreams, type UpstreamSettings } from './clients/upstreams.ts';
import { type Config } from './config.ts';
import { sessionCookieAt } from './domain/session-cookie.ts';
import { callCounter } from './store/call-counter.ts';
import { openBrowserFinder } from './workflows/browser-caller.ts';
import { openClientAddress } from './workflows/client-address.ts';
import { openMonthlyQuota } from './workflows/monthly-quota.ts';
import { openRequestLog } from './workflows/request-log.ts';

const upstreamSettings = (config: Config): UpstreamSettings => ({
  connections: config.UPSTREAM_CONNECTIONS,
  connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT_MS,
  headersTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
  tls: config.innerTls,
});

type Redis = Awaited<ReturnType<typeof openRedis>>;

/** Metrics, traces, and what is away. */
async function openObservation(
  config: Config,
  { log, redis }: { readonly log: Logger; readonly redis: Redis },
) {
  const metrics = openMetrics(config.service, 'edge', config.tracing.endpoint !== undefined);
  const tracing = await startProcessTracing(config, log, metrics);
  const degradation = watchDegradation(metrics, { redis: redisAnswers(redis) });
  const closeObservation = (): Promise<void> => {
    degradation.stop();
    return tracing.close();
  };
  return { metrics, degradation, closeObservation };
}

/** The composition root of the gateway. */
export async function openDeps(config: Config) {
  const log = openLog(config.service, config.logLevel);
  const redis = await openRedis(config.redis, log);
  const revocations = openRevocations(redis, config.namespace);
  const tokens = openServiceTokens(config.serviceIdentity);
  const keys = openKeySet(`${config.urls.identity}/.well-known/jwks.json`, tokens, config.innerTls);
  const identity = openIdentityClient(config.grpcAddresses.identity, tokens);
  const sessionCookie = sessionCookieAt(config.publicUrl);
  const upstreams = openUpstreams(config.urls, upstreamSettings(config));
  const { metrics, degradation, closeObservation } = await openObservation(config, { log, redis });
  return {
    config,
    log,
    metrics,
    degradation,
    verifier: openTokenVerifier(keys, revocations),
    apiKeys: openApiKeyTokens((presented) => identity.exchangeApiKey(presented)),
    sessions: openSessionTokens((cookie) => identity.exchangeSessionCookie(cookie)),
    sessionCookie,
    findBrowser: openBrowserFinder(sessionCookie, config.publicUrl),
    clientAddress: openClientAddress(parseNetworks(config.TRUSTED_PROXIES) ?? noNetworks),
    limiter: openBatchedRateLimiter(redis, config.namespace, {
      name: 'api',
      points: config.RATE_LIMIT_API_PER_MINUTE,
      windowSeconds: 60,
    }),
    quota: openMonthlyQuota({
      limits: {
        free: config.API_CALLS_PER_MONTH_FREE,
        pro: config.API_CALLS_PER_MONTH_PRO,
        enterprise: config.API_CALLS_PER_MONTH_ENTERPRISE,
      },
      counter: callCounter(redis, config.namespace),
      identity,
      clock: systemClock,
    }),
    requestLog: openRequestLog({ identity, clock: systemClock }),
    tokens,
    upstreams,
    checkHealth: openHealthChecks(config.opsUrls, degradation.degraded),
    getApiDocuments: openApiDocuments(config.urls, tokens, config.innerTls),
    close: async () => {
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
      revocations.close();
      identity.close();
      redis.disconnect();
      await closeObservation();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
