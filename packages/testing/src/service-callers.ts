import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type ServiceId, serviceIds } from '@tributary/catalog';
import {
  developmentKeyPair,
  newKeyPair,
  openTokensOfSettings,
  publicKeysText,
  SERVICE_TOKEN_HEADER,
  type ServiceKeyPair,
  type ServiceTokens,
} from '@tributary/service-tokens';

/** Keys of this test process, beside the development keys that services under test have by default. */
const keyPairs = new Map(serviceIds.map((service) => [service, newKeyPair()]));

function keyPairOf(service: ServiceId): ServiceKeyPair {
  const pair = keyPairs.get(service);
  if (pair === undefined) throw new Error(`There is no service ${service}`);
  return pair;
}

/** The setting by which a service under test recognises the tests as well as other services. */
export const testPublicKeys = `${publicKeysText(developmentKeyPair)},${publicKeysText(keyPairOf)}`;

/** The keys of a service under test that production accepts. */
export const serviceKeySettings = (service: ServiceId) => ({
  SERVICE_PRIVATE_KEY: keyPairOf(service).privateKey,
  SERVICE_PUBLIC_KEYS: publicKeysText(keyPairOf),
});

/** Settings of a service in production that no engine has to answer for; its own secrets are not among them. */
export const productionEnv = (service: ServiceId) => ({
  NODE_ENV: 'production',
  MONGO_URL: 'mongodb://127.0.0.1:1',
  KAFKA_BROKERS: '127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  ENGINES_ON_TRUSTED_NETWORK: 'mongo,kafka,redis',
  SERVICES_ON_TRUSTED_NETWORK: 'true',
  ...serviceKeySettings(service),
});

const openTokens = (service: ServiceId): ServiceTokens =>
  openTokensOfSettings(service, {
    SERVICE_PRIVATE_KEY: keyPairOf(service).privateKey,
    SERVICE_PUBLIC_KEYS: testPublicKeys,
  });

const opened = new Map(serviceIds.map((service) => [service, openTokens(service)]));

/** The tokens of a service, for a test that calls, or serves, in its place. */
export function tokensOf(service: ServiceId): ServiceTokens {
  const tokens = opened.get(service);
  if (tokens === undefined) throw new Error(`There is no service ${service}`);
  return tokens;
}

/** The headers by which the gateway identifies itself to `service`. */
export const gatewayHeaders = (service: ServiceId): Record<string, string> => ({
  [SERVICE_TOKEN_HEADER]: tokensOf('gateway').tokenFor(service),
});

/** Calls an address of `service` as the gateway does. */
export function gatewayFetch(
  service: ServiceId,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(gatewayHeaders(service))) headers.set(name, value);
  return fetch(url, { ...init, headers });
}

/** Forwards requests to `service` at `target` as the gateway does, for senders that know an address only. */
export async function openTestGateway(service: ServiceId, target: string) {
  const server = createServer((req, res) => {
    const { method, url = '' } = req;
    const headers = { ...req.headers, ...gatewayHeaders(service) };
    const forwarded = request(`${target}${url}`, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    forwarded.once('error', () => res.destroy());
    req.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Recognises the callers of any service a token is for: for a server that stands for several. */
export const anyServiceTokens: Pick<ServiceTokens, 'callerOf'> = {
  callerOf: (token) => {
    const [, payload = ''] = String(token).split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { aud } = claims as { aud: ServiceId };
    return tokensOf(aud).callerOf(token);
  },
};
