import { join } from 'node:path';
import type { ServiceId } from '@tributary/catalog';
import type { Engines } from './open-engines.ts';
import { repositoryRoot } from './config.ts';

export interface SystemPlaces {
  readonly offset: number;
  /** The gateway's. */
  readonly port: number;
  /** Where the gateway listens; all other processes listen on loopback. */
  readonly listenHost: string;
  readonly baseUrl: string;
  readonly sandboxPort: number;
}

export const SANDBOX_SMTP_PORT = 4925;

/** The addresses of external systems: those of this process’s environment, else the sandbox’s. */
const outsideWorld = (places: SystemPlaces): NodeJS.ProcessEnv => {
  const http = `http://127.0.0.1:${places.sandboxPort}`;
  const sandbox = {
    CARDPROC_BASE_URL: `${http}/cardproc`,
    WALLETCO_BASE_URL: `${http}/walletco`,
    SMS_API_URL: `${http}/sms/v1/messages`,
    SMTP_URL: `smtp://127.0.0.1:${SANDBOX_SMTP_PORT + places.offset}`,
  };
  const addresses = Object.entries(sandbox).map(([name, url]) => [name, process.env[name] || url]);
  return Object.fromEntries(addresses) as NodeJS.ProcessEnv;
};

const publicUrlAt = ({ port }: SystemPlaces): string =>
  process.env['PUBLIC_URL'] || `http://localhost:${port}`;

/** The settings of every process: the engines, the ports, and its folder on disk. */
export const serviceEnvironment = (
  id: ServiceId | 'sandbox',
  places: SystemPlaces,
  options: {
    directory: string;
    engines: Pick<Engines, 'mongoUrl' | 'kafkaBrokers' | 'redisUrl'>;
  },
): NodeJS.ProcessEnv => ({
  ...outsideWorld(places),
  NODE_ENV: process.env['NODE_ENV'] || 'development',
  MONGO_URL: options.engines.mongoUrl,
  KAFKA_BROKERS: options.engines.kafkaBrokers,
  REDIS_URL: options.engines.redisUrl,
  PORT_OFFSET: String(places.offset),
  // PORT names the gateway's port alone; a service that reads it by custom must not find it.
  PORT: undefined,
  HTTP_PORT: id === 'gateway' ? String(places.port) : undefined,
  LISTEN_HOST: id === 'gateway' ? places.listenHost : '127.0.0.1',
  GATEWAY_ADDRESS: places.listenHost,
  GATEWAY_URL: places.baseUrl,
  PUBLIC_URL: publicUrlAt(places),
  // The console's pages are at the gateway.
  CONSOLE_URL: process.env['CONSOLE_URL'] || publicUrlAt(places),
  // Webhooks may go to the sandbox's receiver; every other private address is refused as ever.
  WEBHOOK_TRUSTED_ORIGINS:
    process.env['WEBHOOK_TRUSTED_ORIGINS'] ??
    (process.env['NODE_ENV'] === 'production' ? '' : `http://127.0.0.1:${places.sandboxPort}`),
  // On one machine a shop may post its orders of years at once, as the demo does.
  RATE_LIMIT_TRACKING_PER_MINUTE_PER_BRAND:
    process.env['RATE_LIMIT_TRACKING_PER_MINUTE_PER_BRAND'] ??
    (process.env['NODE_ENV'] === 'production' ? undefined : '60000'),
  CLICK_SPOOL_DIR: join(options.directory, 'data', 'click-spool'),
  NODE_COMPILE_CACHE: join(repositoryRoot(), '.engines', 'compile-cache'),
  // The compiler works in pieces of 32 KB; of this size on, glibc gives memory back when it is freed.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
});

/** The sandbox's own: its ports, its books beside the engines' data, and where it calls back. */
export const sandboxEnvironment = (places: SystemPlaces, directory: string): NodeJS.ProcessEnv => ({
  SANDBOX_PORT: String(places.sandboxPort),
  SANDBOX_SMTP_PORT: String(SANDBOX_SMTP_PORT + places.offset),
  SANDBOX_DATA_DIR: join(directory, 'data', 'sandbox'),
  CARDPROC_CALLBACK_URL: `${places.baseUrl}/api/payouts/callbacks/cardproc_connect`,
  WALLETCO_CALLBACK_URL: `${places.baseUrl}/api/payouts/callbacks/walletco_payouts`,
});
