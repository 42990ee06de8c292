import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { urlSettingOf } from '@tributary/catalog';
import { openTestIdentity, testEnv, type TestIdentity } from '@tributary/testing';
import { readGatewayConfig } from '../config.ts';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';
import { type RunningGateway, startGateway } from '../app.ts';

export interface Upstream {
  readonly url: string;
  readonly port: number;
  /** The requests so far. */
  readonly received: readonly IncomingMessage[];
  close(): Promise<void>;
}

/** A service with one handler for all requests. */
export async function openUpstream(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<Upstream> {
  const received: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    received.push(req);
    handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** A URL that no process listens on. */
const UNREACHABLE_URL = 'http://127.0.0.1:9';

const addressesOf = (urls: Partial<Record<RoutedService, string>>): Record<string, string> =>
  Object.fromEntries(
    routedServices
      .filter((service) => service !== 'identity')
      .map((service) => [urlSettingOf(service), urls[service] ?? UNREACHABLE_URL]),
  );

export interface GatewayUnderTest extends RunningGateway {
  readonly identity: TestIdentity;
  readonly env: Readonly<Record<string, string>>;
}

/** A gateway in front of `urls`; all other services are down. */
export async function openGateway(
  urls: Partial<Record<RoutedService, string>>,
  extra: Record<string, string> = {},
): Promise<GatewayUnderTest> {
  const identity = await openTestIdentity();
  const env = testEnv({ identityUrl: identity.url, ...addressesOf(urls), ...extra });
  const gateway = await startGateway(readGatewayConfig(env));
  return {
    ...gateway,
    identity,
    env,
    close: async () => {
      await gateway.close();
      await identity.close();
    },
  };
}

/** A second instance with the same settings. */
export const openAnother = (gateway: GatewayUnderTest): Promise<RunningGateway> =>
  startGateway(readGatewayConfig(gateway.env));

/** A request without fetch’s own headers and redirects. */
export const open = (url: string, options: RequestOptions) => {
  const req = httpRequest(url, options);
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    req.once('response', resolve);
    req.once('error', reject);
  });
  // A test that ignores the response must not fail by its rejection.
  response.catch(() => undefined);
  return { req, response };
};

/** The body of a message. */
export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
