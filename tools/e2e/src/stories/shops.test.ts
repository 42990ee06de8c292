import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { repositoryRoot } from '@tributary/engines';
import { openWebhooks, type WebhookEvent } from '@tributary/sdk';
import { eventually } from '@tributary/testing';
import { Client, createFixture, type Fixture, follow } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Shop = 'Express' | 'PHP';

/** The command of an example of the documentation. */
const commandOf = (shop: Shop, port: number): readonly [string, string[]] =>
  shop === 'Express'
    ? [process.execPath, ['packages/sdk/examples/express-shop.mjs']]
    : ['php', ['-S', `127.0.0.1:${port}`, 'packages/php/examples/shop.php']];

/** Tests the shops of the documentation's examples as their visitors do, in a system that other suites share. */
describe('a shop', () => {
  let client: Client;
  let fixture: Fixture;
  let signingSecret: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
    const { brand } = fixture;
    const made = await client.sdk(brand.token).trackingSecrets.create({});
    signingSecret = made.secret;
  });
  afterAll(() => running.forEach((shop) => shop.kill()));

  /** Starts a shop, and returns its address. */
  async function open(name: Shop): Promise<string> {
    const port = await freePort();
    const [command, args] = commandOf(name, port);
    const env = {
      ...process.env,
      TRIBUTARY_URL: sharedSystem().baseUrl,
      TRIBUTARY_SIGNING_SECRET: signingSecret,
      TRIBUTARY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      PORT: String(port),
    };
    running.push(spawn(command, args, { cwd: repositoryRoot(), env, stdio: 'ignore' }));
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => (await fetch(url)).ok);
    return url;
  }

  it.each(['Express', 'PHP'] as const)(
    'on %s keeps the click of its visitor, and reports the order',
    async (name) => {
      const url = await open(name);
      const click = await follow(client, fixture.trackingCode);
      const landed = await fetch(`${url}/?click_id=${click}`);
      const [cookie = ''] = landed.headers.getSetCookie();
      expect(cookie).toContain(`tributary_click_id=${click}`);
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      const bought = await fetch(`${url}/orders`, { method: 'POST', headers });
      const { order, is_reported: isReported } = (await bought.json()) as Record<string, unknown>;
      expect([bought.status, isReported]).toEqual([201, true]);
      const { data } = await client.sdk(fixture.brand.token).brandConversions.list();
      expect(data.conversions[0]).toMatchObject({ order_id: order, click_id: click });
      const unknown = await fetch(`${url}/orders`, { method: 'POST' });
      expect(await unknown.json()).toMatchObject({ is_reported: false });
    },
  );

  it('on Express accepts webhooks that are signed, and no others', async () => {
    const url = `${await open('Express')}/webhooks`;
    const { body, headers } = await openWebhooks(WEBHOOK_SECRET).signTestEvent({
      id: 'e-1',
      event: 'conversion.tracked',
    } as WebhookEvent);
    const statusOf = async (text: string) =>
      (await fetch(url, { method: 'POST', body: text, headers })).status;
    expect([await statusOf(body), await statusOf(`${body} `)]).toEqual([204, 400]);
  });
});
