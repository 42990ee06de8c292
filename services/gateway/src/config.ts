import { z } from 'zod';
import { catalog, readConfig } from '@tributary/service/edge';
import { type RoutedService, routedServices } from './domain/routed-service.ts';
import { parseNetworks } from './domain/networks.ts';

type Env = Readonly<Record<string, string | undefined>>;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const callsAMonth = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const shape = {
  /** Addresses and CIDRs whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listOf)
    .refine((entries) => parseNetworks(entries) !== undefined, 'must list addresses and CIDRs'),
  /** Origins whose scripts may call the API: `*`, or a list such as `https://app.example.com`. */
  CORS_ORIGINS: z.string().default('*').transform(listOf),
  /** Calls per user and minute; 0 switches the limit off. */
  RATE_LIMIT_API_PER_MINUTE: z.coerce.number().int().min(0).default(600),
  /** Calls that a plan includes in a UTC month; 0 is no limit. */
  API_CALLS_PER_MONTH_FREE: callsAMonth(2_000_000),
  API_CALLS_PER_MONTH_PRO: callsAMonth(20_000_000),
  API_CALLS_PER_MONTH_ENTERPRISE: callsAMonth(0),
  /** Connections kept to one service. */
  UPSTREAM_CONNECTIONS: z.coerce.number().int().min(1).max(10_000).default(256),
  UPSTREAM_CONNECT_TIMEOUT_MS: milliseconds(1_000),
  /** How long a service may take to begin its answer. */
  UPSTREAM_HEADERS_TIMEOUT_MS: milliseconds(30_000),
};

/** The gateway keeps nothing: of the engines it needs Redis alone. */
const noEngines = { MONGO_URL: 'mongodb://none.invalid', KAFKA_BROKERS: 'none.invalid:0' };

/** Its port is called PORT, as platforms that run containers set it. */
function withPort(env: Env): Env {
  const port = env['PORT'];
  if (port === undefined || port === '') return env;
  return { HTTP_PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...env };
}

/** Where a service answers `/health/ready`: by setting, else on its HTTP host at its usual port. */
function opsUrl(service: RoutedService, url: string, env: Env): string {
  const given = env[`${service.toUpperCase()}_OPS_URL`];
  if (given !== undefined && given !== '') return given.replace(/\/$/, '');
  const port = catalog[service].ops + Number(env['PORT_OFFSET'] ?? 0);
  return `http://${new URL(url).hostname}:${String(port)}`;
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readGatewayConfig(env: Env) {
  const config = readConfig('gateway', { ...noEngines, ...withPort(env) }, shape);
  const opsUrls = Object.fromEntries(
    routedServices.map((service) => [service, opsUrl(service, config.urls[service], env)]),
  ) as Record<RoutedService, string>;
  return { ...config, opsUrls };
}

export type Config = ReturnType<typeof readGatewayConfig>;
