import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface DemoOptions {
  readonly baseUrl: string;
  readonly ordersFile: string;
  /** The number of orders to post. */
  readonly limit: number;
  /** Determines which affiliate refers which customer. */
  readonly seed: number;
  /** Whether to add two more brands with ninety days of traffic. */
  readonly showcase: boolean;
  /** The number of concurrent calls. */
  readonly parallel: number;
  /** The file that stores the shop's secret and its customers' clicks between runs. */
  readonly stateFile: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** The shop's webhook address, as the webhook service reaches it. */
  readonly receiverUrl: string;
}

const root = join(import.meta.dirname, '../../..');

const positive = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above 0`);
  return value;
};

/** Reads options from the command line and the environment. @throws Error with a message for the user */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): DemoOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: join(root, 'tools/demo/data/orders-sample.txt') },
      limit: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      parallel: { type: 'string', default: '64' },
      'orders-only': { type: 'boolean', default: false },
    },
  });
  const baseUrl = (env['BASE_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? '8080'}`).replace(
    /\/$/,
    '',
  );
  const place = createHash('sha256').update(`${baseUrl} ${values.seed}`).digest('hex').slice(0, 12);
  return {
    baseUrl,
    ordersFile: values.orders,
    limit: positive('limit', values.limit),
    seed: positive('seed', values.seed),
    showcase: !values['orders-only'],
    parallel: positive('parallel', values.parallel),
    stateFile: join(root, `.engines/demo-${place}.json`),
    adminEmail: env['ADMIN_EMAIL'] ?? 'admin@example.com',
    adminPassword: env['ADMIN_PASSWORD'] ?? 'admin-password-1',
    receiverUrl: `${env['SANDBOX_URL'] ?? 'http://127.0.0.1:4900'}/receiver/demo`,
  };
}
