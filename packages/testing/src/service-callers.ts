import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type ServiceId, serviceIds } from '@tributary/service/catalog';
import {
  developmentKeyPair,
  openServiceTokens,
  parsePrivateKey,
  parsePublicKeys,
  publicKeysText,
  SERVICE_TOKEN_HEADER,
  type ServiceTokens,
} from '@tributary/service-tokens';

function openTokens(service: ServiceId): ServiceTokens {
  const privateKey = parsePrivateKey(developmentKeyPair(service).privateKey);
  const publicKeys = parsePublicKeys(publicKeysText(developmentKeyPair));
  if (privateKey === undefined || publicKeys === undefined) throw new Error('Not a key');
  return openServiceTokens({ service, privateKey, publicKeys, required: true });
}

const opened = new Map(serviceIds.map((service) => [service, openTokens(service)]));

/** The tokens of a service by the development keys, which services under test have. */
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

/** Recognises the callers of whichever service a token is for: for a server that stands for several. */
export const anyServiceTokens: Pick<ServiceTokens, 'callerOf'> = {
  callerOf: (token) => {
    const [, payload = ''] = String(token).split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { aud } = claims as { aud: ServiceId };
    return tokensOf(aud).callerOf(token);
  },
};
