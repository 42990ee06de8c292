import { parseAddress } from './http/networks.ts';

type Env = Readonly<Record<string, string | undefined>>;

const LOOPBACK = '127.0.0.1';

const isLoopback = (text: string): boolean => parseAddress(text)?.range() === 'loopback';

/** Whether development secrets are accepted: outside production, while this machine alone reaches the gateway. */
export const acceptsDevelopmentSecrets = (env: Env): boolean =>
  env['NODE_ENV'] !== 'production' &&
  isLoopback(env['GATEWAY_ADDRESS'] || env['LISTEN_HOST'] || LOOPBACK);
