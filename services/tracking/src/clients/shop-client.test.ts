import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { MIB } from '@tributary/units';
import { openShopClient, type ShopAccess } from './shop-client.ts';

const access: ShopAccess = { platform: 'shopify', accessToken: 'token' };
const client = openShopClient({ allowPrivate: true });

let server: Server;
let respond: RequestListener;
beforeAll(async () => {
  server = createServer((req, res) => {
    respond(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const listOrders = () => {
  const { port } = server.address() as AddressInfo;
  return client.listOrders(
    { shopUrl: `http://127.0.0.1:${String(port)}`, access },
    new Date(0),
    undefined,
  );
};

describe('the client of shops', () => {
  it.each<[string, RequestListener, string]>([
    [
      'a response that is too large',
      (_req, res) => res.end(Buffer.alloc(17 * MIB, ' ')),
      'store_answer_too_large',
    ],
    ['a broken connection', (_req, res) => res.destroy(), 'store_unreachable'],
    ['a response that is not JSON', (_req, res) => res.end('<html>'), 'store_answer_malformed'],
    ['refused credentials', (_req, res) => res.writeHead(401).end(), 'store_access_denied'],
    ['another status', (_req, res) => res.writeHead(500).end(), 'store_refused'],
  ])('names %s by a code of its own', async (_name, listener, code) => {
    respond = listener;
    await expect(listOrders()).rejects.toMatchObject({ kind: 'unavailable', code });
  });
});
