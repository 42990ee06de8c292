import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { eventually } from '@tributary/testing';
import { openProviderHttp } from './http.ts';

const GET = { method: 'GET', path: '/', headers: {} } as const;

let status = 200;
let calls = 0;
let server: Server;
beforeAll(async () => {
  server = createServer((_req, res) => {
    calls += 1;
    res.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('stops calling a provider after repeated failures, and tries again after a while', async () => {
  const changes: boolean[] = [];
  const http = openProviderHttp(
    `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    { timeoutMs: 1_000, openForMs: 100, onCircuit: (isOpen) => changes.push(isOpen) },
  );
  status = 500;
  for (let left = 8; left > 0; left -= 1) {
    await expect(http.call(GET)).rejects.toMatchObject({ code: 'provider_unavailable' });
  }
  await expect(http.call(GET)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'provider_circuit_open',
  });
  // The ninth call was not sent.
  expect([calls, changes]).toEqual([8, [true]]);
  status = 200;
  const response = await eventually(() => http.call(GET).catch(() => false as const));
  expect(response).toMatchObject({ status: 200 });
  expect(changes).toEqual([true, false]);
  await http.close();
});

it('does not count a refusal as a failure, because the provider is available', async () => {
  const { port } = server.address() as AddressInfo;
  const http = openProviderHttp(`http://127.0.0.1:${String(port)}`, { timeoutMs: 1_000 });
  status = 400;
  for (let left = 20; left > 0; left -= 1) {
    expect((await http.call(GET)).status).toBe(400);
  }
  await http.close();
});
