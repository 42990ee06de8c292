import { scriptPath } from '@tributary/browser-script';
import { z } from 'zod';
import {
  catalog,
  ConfigError,
  defineSettings,
  parseNetworks,
  readConfig,
} from '@tributary/service/edge';
import { type RoutedService, routedServices } from './domain/routed-service.ts';

type Env = Readonly<Record<string, string | undefined>>;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The value of TRUSTED_PROXIES where clients connect directly. */
const NO_PROXIES = 'none';

const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const callsPerMonth = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const shape = {
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => (text.trim() === NO_PROXIES ? [] : listOf(text)))
    .refine((entries) => parseNetworks(entries) !== undefined, 'must list addresses and CIDRs')
    .describe(
      'Addresses and CIDRs of proxies whose X-Forwarded-For is trusted; `none` where clients connect directly. Required in production.',
    ),
  CORS_ORIGINS: z
    .string()
    .default('*')
    .transform(listOf)
    .describe('Origins whose scripts may call the API: `*` or a list.'),
  SCRIPT_PATH: scriptPath,
  RATE_LIMIT_API_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(600)
    .describe('Calls per user and minute; 0 switches the limit off.'),
  API_CALLS_PER_MONTH_FREE: callsPerMonth(2_000_000).describe(
    'Calls that the free plan includes in a UTC month; 0 is no limit.',
  ),
  API_CALLS_PER_MONTH_PRO: callsPerMonth(20_000_000).describe(
    'Calls that the pro plan includes in a UTC month; 0 is no limit.',
  ),
  API_CALLS_PER_MONTH_ENTERPRISE: callsPerMonth(0).describe(
    'Calls that the enterprise plan includes in a UTC month; 0 is no limit.',
  ),
  UPSTREAM_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(256)
    .describe('The maximum number of connections to one service.'),
  UPSTREAM_CONNECT_TIMEOUT_MS: milliseconds(1_000).describe(
    'The maximum time to connect to a service, ms.',
  ),
  UPSTREAM_HEADERS_TIMEOUT_MS: milliseconds(30_000).describe(
    'The maximum time until a service begins its answer, ms.',
  ),
};

export const settings = { ...defineSettings('gateway', shape), engines: ['redis'] as const };

/** The gateway needs Redis only. */
const noEngines = { MONGO_URL: 'mongodb://none.invalid', KAFKA_BROKERS: 'none.invalid:0' };

/** The port's variable is PORT, as container platforms set it. */
function withPort(env: Env): Env {
  const port = env['PORT'];
  if (port === undefined || port === '') return env;
  return { HTTP_PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...env };
}

/** The URL of a service's operations port: from the settings, otherwise its HTTP host and default port. */
function opsUrl(service: RoutedService, url: string, env: Env): string {
  const configured = env[`${service.toUpperCase()}_OPS_URL`];
  if (configured !== undefined && configured !== '') return configured.replace(/\/$/, '');
  const port = catalog[service].ops + Number(env['PORT_OFFSET'] ?? 0);
  return `http://${new URL(url).hostname}:${String(port)}`;
}

/** Behind an ingress that it does not know, the gateway would take all clients for one. */
function requireProxies(proxies: string | undefined): void {
  if (proxies !== undefined && proxies.trim() !== '') return;
  throw new ConfigError(
    `TRUSTED_PROXIES is not set: list the addresses of the ingress, or \`${NO_PROXIES}\` where clients connect directly`,
  );
}

/** @throws ConfigError naming every variable that is missing or wrong */
export function readGatewayConfig(env: Env) {
  const config = readConfig(settings, { ...noEngines, ...withPort(env) });
  if (config.production) requireProxies(env['TRUSTED_PROXIES']);
  const opsUrls = Object.fromEntries(
    routedServices.map((service) => [service, opsUrl(service, config.urls[service], env)]),
  ) as Record<RoutedService, string>;
  return { ...config, opsUrls };
}

export type Config = ReturnType<typeof readGatewayConfig>;
