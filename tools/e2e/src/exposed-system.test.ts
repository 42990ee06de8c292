import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { catalog } from '@tributary/catalog';
import { eventually } from '@tributary/testing';
import { Client, DIRECT_SECRET, sign } from './client.ts';
import { openSystem, type TestSystem } from './system.ts';

/** Another address of this machine: a port of all addresses accepts connections to it. */
const OTHER_ADDRESS = '127.0.0.2';

let system: TestSystem;
const printed: string[] = [];

beforeAll(async () => {
  system = await openSystem({}, undefined, {
    edgesOnly: true,
    listenHost: '0.0.0.0',
    onOutput: (process, line) => {
      if (process === 'identity' && line.startsWith('The first administrator')) printed.push(line);
    },
  });
}, 180_000);

afterAll(() => system.close());

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port + system.portOffset, OTHER_ADDRESS);
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

const signIn = (password: string) =>
  new Client(system).call('POST', '/api/auth/login', {
    body: { email: 'admin@example.com', password },
  });

describe('a system whose gateway listens beyond loopback', () => {
  it('opens no port of a service to other machines', async () => {
    expect(await accepts(catalog.gateway.http)).toBe(true);
    const { identity, commission } = catalog;
    for (const port of [identity.http, identity.grpc, commission.grpc, commission.ops]) {
      expect(await accepts(port)).toBe(false);
    }
  });

  it('has no known administrator, but one whose password was printed once and outlasts a restart', async () => {
    expect((await signIn('admin-password-1')).status).toBe(401);
    const [, password = ''] = /shown only here: (\S+)$/.exec(printed[0] ?? '') ?? [];
    expect((await signIn(password)).status).toBe(200);
    await system.restart('identity');
    await eventually(async () => (await signIn(password)).status === 200);
    expect(printed).toHaveLength(1);
  });

  it('refuses orders that a development secret has signed', async () => {
    const clickId = randomUUID();
    const { status } = await new Client(system).call('POST', '/api/track/conversion', {
      headers: { 'x-service-signature': sign(DIRECT_SECRET, clickId, 'order', '1.00') },
      text: `{"click_id":"${clickId}","transaction_id":"order","order_id":"order","order_value":1.00}`,
    });
    expect(status).toBe(401);
  });
});
