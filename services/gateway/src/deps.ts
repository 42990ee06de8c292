import { isAppError } from '@tributary/errors';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import {
  openKeySet,
  openLog,
  openMetrics,
  openRateLimiter,
  openRedis,
  openRevocations,
  openTokenVerifier,
} from '@tributary/service/edge';
import { DAY_SECONDS } from '@tributary/units';
import { type Config } from './config.ts';
import { serviceRoutes } from './domain/service-routes.ts';
import { openAdmitCaller } from './workflows/admit-caller.ts';
import { openApiKeyTokens } from './clients/api-key-tokens.ts';
import { openCrossOrigin } from './workflows/cross-origin.ts';
import { type Forwarding } from './features/forward-request/forward-request.ts';
import { openUpstreams } from './clients/upstreams.ts';
import { type CallQuota, openCallQuota } from './workflows/monthly-quota.ts';
import { settleCalls } from './features/sync-call-counts/sync-call-counts.schedule.ts';
import { openClientAddress } from './workflows/client-address.ts';
import { parseNetworks } from './domain/networks.ts';
import { openDocument } from './clients/api-documents.ts';
import { openHealthReport } from './clients/health-checks.ts';
import { openDocs } from './features/get-docs-script/get-docs-script.route.ts';
import { refuse } from './workflows/respond.ts';

const EXCHANGE_DEADLINE_MS = 2_000;
/** Longer than any month. */
const QUOTA_KEPT_SECONDS = 40 * DAY_SECONDS;

interface QuotaParts {
  readonly redis: Awaited<ReturnType<typeof openRedis>>;
  readonly users: GrpcClient<'tributary.identity.v1.Users'>;
}

const openQuota = (config: Config, { redis, users }: QuotaParts): CallQuota =>
  openCallQuota({
    limits: {
      free: config.API_CALLS_PER_MONTH_FREE,
      pro: config.API_CALLS_PER_MONTH_PRO,
      enterprise: config.API_CALLS_PER_MONTH_ENTERPRISE,
    },
    add: async (month, calls) => {
      const key = `${config.namespace}quota:${month}`;
      const sum = await redis.incrby(key, calls);
      if (sum === calls) await redis.expire(key, QUOTA_KEPT_SECONDS);
      return sum;
    },
    tell: async ({ used, limit, ...usage }) => {
      const note = { ...usage, used: String(used), limit: String(limit) };
      await users.call('NoteUsage', note, { deadlineMs: EXCHANGE_DEADLINE_MS, idempotent: true });
    },
    now: () => new Date(),
  });

async function openAdmission(config: Config, log: ReturnType<typeof openLog>) {
  const redis = await openRedis(config.redisUrl, log);
  const revocations = openRevocations(redis, config.namespace);
  const keys = openKeySet(`${config.urls.identity}/.well-known/jwks.json`);
  const users = openGrpcClient('tributary.identity.v1.Users', config.grpcAddresses.identity);
  const apiKeys = openApiKeyTokens(async (apiKey) => {
    const options = { deadlineMs: EXCHANGE_DEADLINE_MS, idempotent: true };
    const { accessToken } = await users.call('ExchangeApiKey', { apiKey }, options);
    return accessToken;
  });
  const limiter = openRateLimiter(redis, config.namespace, {
    name: 'api',
    points: config.RATE_LIMIT_API_PER_MINUTE,
    windowSeconds: 60,
  });
  const quota = openQuota(config, { redis, users });
  const settling = settleCalls(quota, (error) => {
    log.warn({ err: error }, 'calls of a month could not be added up or told; they will be');
  });
  return {
    admitCaller: openAdmitCaller({
      verifier: openTokenVerifier(keys, revocations),
      apiKeys,
      limiter,
      quota,
    }),
    close: async () => {
      await settling.stop();
      revocations.close();
      users.close();
      redis.disconnect();
    },
  };
}

/** Opens connections, limits and pages. `docsScript` is the file of the docs page's script. */
export async function openDeps(config: Config, docsScript: string) {
  const log = openLog(config.service, config.logLevel);
  const metrics = openMetrics(config.service);
  const admission = await openAdmission(config, log);
  const upstreams = openUpstreams(config.urls, {
    connections: config.UPSTREAM_CONNECTIONS,
    connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT_MS,
    headersTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
  });
  const trusted = parseNetworks(config.TRUSTED_PROXIES) ?? { contains: () => false };
  const forwarding: Forwarding = {
    upstreams,
    clientAddress: openClientAddress(trusted),
    onFailure: (call, { service }, error) => {
      const facts = { upstream: service, path: call.path, request_id: call.requestId };
      const cause = isAppError(error) ? (error.cause ?? error) : error;
      log.warn({ ...facts, code: error.code, err: cause }, 'a call could not be handed on');
      refuse(call, error);
    },
    onEnd: (call, { prefix }) => {
      const { method = '' } = call.req;
      const status = String(call.res.statusCode);
      const seconds = (performance.now() - call.startedAt) / 1000;
      metrics.httpDuration.observe({ method, route: prefix, status }, seconds);
    },
  };
  return {
    config,
    log,
    metrics,
    routes: serviceRoutes,
    admitCaller: admission.admitCaller,
    crossOrigin: openCrossOrigin(config.CORS_ORIGINS),
    forwarding,
    health: openHealthReport(config.opsUrls),
    document: openDocument(config.urls, config.publicUrl),
    docs: openDocs(docsScript, config.publicUrl),
    close: async () => {
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
      await admission.close();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
