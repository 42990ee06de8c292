import { randomUUID } from 'node:crypto';
import { scanTopics } from '@tributary/messaging/testing/scan-topics';
import { eventually } from '@tributary/testing';
import {
  type Answer,
  type Call,
  Client,
  createFixture,
  DIRECT_SECRET,
  type Fixture,
  follow,
  order,
  sign,
} from '../client.ts';
import { type TestSystem } from '../system.ts';
import { emptyReport, type Report } from './report.ts';
import { payOut } from './sales.ts';

/** Topics whose events state the address of an account: only identity writes them. */
const ADDRESSES_ON: ReadonlySet<string> = new Set(['identity.users', 'identity.mails']);

const DELIVERED_WITHIN = { timeoutMs: 120_000, everyMs: 500 };

/** What must not appear, by its name. */
interface Canaries {
  /** Nowhere but in the answer that gives them. */
  readonly secrets: Map<string, string>;
  /** In no log, error or webhook; in events only on the topics of accounts. */
  readonly addresses: Map<string, string>;
}

/** The lines of processes, which are searched at the end, when all canaries are known. */
export class LogLines {
  private readonly lines: string[] = [];
  readonly add = (process: string, line: string): void =>
    void this.lines.push(`${process}: ${line}`);

  get count(): number {
    return this.lines.length;
  }

  /** The processes that printed a text. */
  whoPrinted(text: string): string[] {
    const found = this.lines.filter((line) => line.includes(text));
    return [...new Set(found.map((line) => line.split(':')[0] ?? ''))];
  }
}

/** Calls that fail, with canaries in every part of them. @returns what was answered */
async function provokeErrors(client: Client, fixture: Fixture, canaries: Canaries) {
  const { brand } = fixture;
  const text = [...canaries.secrets.values(), ...canaries.addresses.values()].join(' ');
  const [password = '', email = ''] = [
    canaries.secrets.get('password'),
    canaries.addresses.get('account'),
  ];
  const calls: readonly (readonly ['GET' | 'POST' | 'PUT', string, Call])[] = [
    ['POST', '/api/auth/login', { body: { email, password: `${password}-wrong` } }],
    ['POST', '/api/auth/register', { body: { email, password, role: 'nobody', name: text } }],
    [
      'POST',
      '/api/auth/refresh',
      { body: { refresh_token: canaries.secrets.get('refresh token') } },
    ],
    [
      'POST',
      '/api/auth/refresh',
      { body: { refresh_token: canaries.secrets.get('refresh token') } },
    ],
    ['GET', '/api/auth/me', { token: `${canaries.secrets.get('API key') ?? ''}x` }],
    ['POST', '/api/brand/campaigns', { token: brand.token, body: { name: { text } } }],
    ['POST', '/api/track/conversion', { body: { click_id: text, customer_email: email } }],
    [
      'POST',
      '/api/webhooks/endpoints',
      { token: brand.token, body: { url: 'https://127.0.0.1/' } },
    ],
    ['PUT', '/api/auth/me', { token: brand.token, body: { password, current_password: password } }],
    ['POST', '/api/auth/login', { text: `{"email":"${email}","password":"${password}"` }],
  ];
  const answers: Answer[] = [];
  for (const [method, path, call] of calls) answers.push(await client.call(method, path, call));
  return answers.filter(({ status }) => status >= 400);
}

/** Gives people, keys, customers and payouts canaries, and lets them pass through every service. */
async function passThrough(system: TestSystem, client: Client, mark: string) {
  const fixture = await createFixture(client);
  const canaries: Canaries = { secrets: new Map(), addresses: new Map() };
  const { secrets, addresses } = canaries;
  const password = `hidden-${randomUUID()}`;
  const email = `canary-account-${mark}@example.com`;
  secrets.set('password', password);
  addresses.set('account', email);
  addresses.set('customer', `canary-customer-${mark}@example.com`);
  const body = { email, password, role: 'brand', name: 'Canary' };
  const session = await client.must('POST', '/api/auth/register', { body });
  const { token } = fixture.brand;
  secrets.set('access token', session.access_token);
  secrets.set('refresh token', session.refresh_token);
  const plan = `/api/admin/users/${fixture.brand.id}/plan`;
  await client.must('PUT', plan, { token: fixture.admin, body: { plan: 'pro' } });
  await client.signIn(fixture.brand);
  const owner = { token: fixture.brand.token };
  const key = { name: 'Canary', scopes: ['campaigns:read'] };
  secrets.set(
    'API key',
    (await client.must('POST', '/api/auth/api-keys', { token, body: key })).key,
  );
  const endpoint = await client.must('POST', '/api/webhooks/endpoints', {
    ...owner,
    body: { url: `${system.sandboxUrl}/receiver/${mark}`, events: ['conversion.tracked'] },
  });
  secrets.set('webhook secret', endpoint.data.secret);
  const tracking = await client.must('POST', '/api/brand/tracking-secrets', { ...owner, body: {} });
  secrets.set('tracking secret', tracking.secret);
  await client.call('POST', '/api/auth/forgot-password', { body: { email } });
  // A busy system may not know a new link yet.
  const click = await eventually(() => follow(client, fixture.trackingCode));
  const orderId = `canary-${mark}`;
  const sale = order(click, orderId, '700.00');
  const withCustomer = String(sale.text).replace(
    /\}$/,
    `,"customer_email":"${String(addresses.get('customer'))}"}`,
  );
  const { data } = await client.must('POST', '/api/track/conversion', {
    headers: { 'x-service-signature': sign(tracking.secret, click, orderId, '700.00') },
    text: withCustomer,
  });
  await client.must('PUT', `/api/brand/conversions/${String(data.conversion_id)}/review`, {
    ...owner,
    body: { decision: 'approved' },
  });
  await payOut(client, fixture, 60);
  const receiver = `${system.sandboxUrl}/receiver/${mark}`;
  return { fixture, canaries, receiver };
}

const includedIn = (text: string, canaries: ReadonlyMap<string, string>): string[] =>
  [...canaries].filter(([, value]) => text.includes(value)).map(([name]) => name);

/** What every account and order of a run has used, beside the canaries. */
const OF_ALL: readonly (readonly [string, string])[] = [
  ['password of people', 'a-long-password'],
  ['password of the administrator', 'admin-password-1'],
  ['secret of orders', DIRECT_SECRET],
];

/**
 * Sends secrets and addresses through every service, and searches for them and for those of the whole run in the
 * answers, webhooks, events and in what all processes have logged.
 */
export async function scanForSecrets(
  system: TestSystem,
  kafkaBrokers: string,
  logs: LogLines,
): Promise<Report> {
  const mark = randomUUID().slice(0, 8);
  const client = new Client(system);
  const { fixture, canaries, receiver } = await passThrough(system, client, mark);
  const { addresses } = canaries;
  const secrets = new Map([...canaries.secrets, ...OF_ALL]);
  const all = new Map([...secrets, ...addresses]);
  const problems = new Set<string>();
  const report = (where: string, names: readonly string[]): void => {
    for (const name of names) problems.add(`${where} the ${name}`);
  };
  const errors = await provokeErrors(client, fixture, canaries);
  for (const { status, body } of errors) {
    report(`an error ${String(status)} states`, includedIn(JSON.stringify(body), all));
  }
  const delivered = await eventually(async () => {
    const text = await (await fetch(receiver)).text();
    return text.includes('"total":0') ? undefined : text;
  }, DELIVERED_WITHIN);
  report('a webhook states', includedIn(delivered, all));
  const events = await scanTopics(kafkaBrokers.split(','), system.namespace, (message) => {
    const { topic, key, value, headers } = message;
    const text = `${String(key)} ${JSON.stringify(headers)} ${value?.toString() ?? ''}`;
    report(`${topic} states`, includedIn(text, ADDRESSES_ON.has(topic) ? secrets : all));
  });
  for (const [name, value] of all) {
    for (const process of logs.whoPrinted(value)) report(`${process} logs`, [name]);
  }
  const read = `${String(logs.count)} lines of logs, ${String(events)} events, ${String(errors.length)} errors, ${String(delivered.length)} bytes of webhooks`;
  const found = problems.size === 0 ? 'none found' : `${String(problems.size)} found`;
  return {
    ...emptyReport('Secrets and addresses searched for in logs, events, errors and webhooks'),
    lines: [`R22: ${[...all.keys()].join(', ')}: ${found}`, `read: ${read}`],
    problems: [...problems],
  };
}
