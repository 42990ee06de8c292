import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@tributary/cli';
import { openWebhooks, type WebhookEvent } from '@tributary/sdk';
import {
  Client,
  createFixture,
  type Fixture,
  follow,
  type Person,
  post,
  untilMatches,
} from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

interface Registered extends Person {
  readonly role: string;
}

interface Receiver {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  close(): void;
}

/** A developer's server, which accepts what is signed with the secret of `listen`. */
async function openReceiver(secretOf: () => string): Promise<Receiver> {
  const events: WebhookEvent[] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { unwrap } = openWebhooks(secretOf());
      events.push(await unwrap(Buffer.concat(chunks), request.headers, { requireTimestamp: true }));
      response.writeHead(204).end();
    })().catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, events, close: () => void server.close() };
}

/** Tests the command line as a developer uses it, in a system that other suites share. */
describe('the command line', () => {
  let client: Client;
  let fixture: Fixture;
  const directory = mkdtempSync(join(tmpdir(), 'tributary-cli-'));

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Runs a command of a person, who has signed in in a folder of their own. */
  const as =
    ({ id }: Person, notes: string[] = []) =>
    async (argv: readonly string[], input: readonly string[] = []): Promise<string> => {
      const answers = [...input];
      const lines: string[] = [];
      const code = await run(argv, {
        env: { TRIBUTARY_CONFIG_DIR: join(directory, id) },
        signal: new AbortController().signal,
        print: (line) => void lines.push(line),
        note: (line) => void notes.push(line),
        prompt: () => Promise.resolve(answers.shift() ?? ''),
        close: () => undefined,
      });
      if (code !== 0) throw new Error(`${argv.join(' ')}: ${code} ${notes.join('\n')}`);
      return lines.join('\n');
    };
  const logIn = (person: Person) =>
    as(person)(['login', '--url', sharedSystem().baseUrl], [person.email, 'a-long-password']);

  it('opens the accounts of a brand and an affiliate, starts a campaign and makes its link', async () => {
    const [brand, affiliate] = ['brand', 'affiliate'].map((role) => ({
      ...{ id: `registered-${role}`, token: '', role },
      email: `${role}-${randomUUID()}@example.com`,
    })) as [Registered, Registered];
    for (const one of [brand, affiliate]) {
      const register = ['register', '--url', sharedSystem().baseUrl, '--role', one.role];
      await as(one)(register, ['Oak', one.email, 'a-long-password']);
    }
    const create = ['campaigns', 'create', 'Spring', '--landing-page', 'https://shop.example.com/'];
    const campaign = await as(brand)([...create, '--percent', '12.5']);
    expect(await as(affiliate)(['campaigns', 'join', campaign])).toBe('approved');
    const link = await as(affiliate)(['links', 'create', campaign]);
    expect(await follow(client, link.split('/').at(-1) ?? '')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('signs in, approves an order and explains its commission', async () => {
    const { brand, affiliate, trackingCode } = fixture;
    await logIn(brand);
    await logIn(affiliate);
    expect(await as(brand)(['campaigns'])).toContain(fixture.campaignId);
    expect(await as(affiliate)(['links'])).toContain(trackingCode);
    const conversion = await post(client, await follow(client, trackingCode), 'cli-1', '120.00');
    expect(await as(brand)(['conversions', 'approve', conversion])).toContain('approved');
    expect(await as(affiliate)(['conversions'])).toContain('cli-1');
    const [commission] = await untilMatches(
      () => client.sdk(affiliate.token).commissions.list(),
      (list) => list.length === 1,
    );
    const text = await as(affiliate)(['trace', commission?.id ?? '']);
    expect(text).toContain('12.00 USD, approved');
    expect(text).toMatch(/Clicks[\s\S]+Order\n {2}cli-1: 120\.00 USD[\s\S]+Ledger/);
    expect(JSON.parse(await as(affiliate)(['payouts', 'balance', '--json']))).toMatchObject({
      available_balance: 12,
    });
  });

  it('forwards the messages of an endpoint to a server on the developer’s machine', async () => {
    const { brand, admin } = fixture;
    await client.sdk(admin).users.updatePlan(brand.id, { plan: 'pro' });
    await logIn(brand);
    const url = `${sharedSystem().sandboxUrl}/receiver/command-line`;
    await as(brand)(['endpoints', 'create', url, '--events', 'conversion.tracked']);
    await as(brand)(['trigger', 'conversion.tracked']);
    const notes: string[] = [];
    const secretOf = (): string => /whsec_\S+/.exec(notes.join('\n'))?.[0] ?? '';
    const receiver = await openReceiver(secretOf);
    const listen = ['listen', '--forward-to', receiver.url, '--replay', '1', '--count', '1'];
    expect(await as(brand, notes)(listen)).toMatch(/^conversion\.tracked {2}\S+ {2}204$/);
    expect(receiver.events).toMatchObject([{ event: 'conversion.tracked' }]);
    const signed = ['trigger', 'conversion.tracked', '--to', receiver.url];
    expect(await as(brand)(signed)).toMatch(/204$/);
    receiver.close();
  });
});
