import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Body, Client, follow, type Person, post } from '../client.ts';
import { type SharedSystem } from '../shared-system.ts';

/** The accounts that receive webhooks, each of all its events at a separate receiver. */
export const recipients = [
  'admin',
  'brand',
  'affiliate',
  'otherBrand',
  'otherAffiliate',
  'caller',
] as const;
export type Recipient = (typeof recipients)[number];

/** The other accounts: `rogue` orders from itself; payees are paid by schedule, and the wallet of one declines. */
const roles = {
  brand: 'brand',
  affiliate: 'affiliate',
  otherBrand: 'brand',
  otherAffiliate: 'affiliate',
  caller: 'affiliate',
  rogue: 'affiliate',
  payee: 'affiliate',
  decliningPayee: 'affiliate',
} as const;
type Registered = keyof typeof roles;
type Who = Registered | 'admin';

/** The records of earlier steps that later ones use. */
interface Made {
  campaignId: string;
  applicationId: string;
  trackingCode: string;
  productId: string;
  conversionId: string;
  rejectedId: string;
  claimId: string;
  accountId: string;
  decliningAccountId: string;
  reversingAccountId: string;
  integrationId: string;
  flaggedIds: readonly string[];
}

export interface Scenario {
  readonly system: SharedSystem;
  readonly client: Client;
  readonly people: Readonly<Record<Who, Person>>;
  /** The names of the public events, as the API itself lists them. */
  readonly catalogue: readonly string[];
  /** The address of the brand's shop. */
  readonly shopUrl: string;
  readonly made: Made;
}

/** An operation, the events it publishes, and the recipients of each event. */
export interface Step {
  readonly operation: string;
  readonly publishes: readonly string[];
  readonly notifies: readonly Recipient[];
  /** Returns a text that each of the events contains, usually the id of a record. */
  readonly run: (scenario: Scenario) => Promise<string>;
}

/** Makes calls of one account that must succeed. */
export const as =
  ({ client, people }: Pick<Scenario, 'client' | 'people'>, who: Who) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Body> =>
    client.must(method, path, {
      token: people[who].token,
      ...(body === undefined ? {} : { body }),
    });

async function registerPeople(client: Client): Promise<Record<Who, Person>> {
  const admin = { id: '', email: 'admin@example.com', token: await client.admin() };
  const others = Object.entries(roles).map(
    async ([who, role]) => [who, await client.register(role, who)] as const,
  );
  const registered = Object.fromEntries(await Promise.all(others)) as Record<Registered, Person>;
  return { admin, ...registered };
}

const receiverOf = ({ system }: Pick<Scenario, 'system'>, recipient: Recipient): string =>
  `${system.sandboxUrl}/receiver/${recipient}`;

/** Registers an endpoint on a plan with webhooks; the caller has the plan with the test quota. */
async function subscribe(scenario: Scenario, recipient: Recipient): Promise<void> {
  const { client, people } = scenario;
  if (recipient !== 'admin') {
    const plan = recipient === 'caller' ? 'enterprise' : 'pro';
    await as(scenario, 'admin')('PUT', `/api/admin/users/${people[recipient].id}/plan`, { plan });
    await client.signIn(people[recipient]);
  }
  const url = receiverOf(scenario, recipient);
  const endpoint = { url, events: scenario.catalogue };
  const { data } = await as(scenario, recipient)('POST', '/api/webhooks/endpoints', endpoint);
  const headers = { 'content-type': 'application/json' };
  await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ secret: data.secret }) });
}

export async function openScenario(system: SharedSystem, shopUrl: string): Promise<Scenario> {
  const client = new Client(system);
  const people = await registerPeople(client);
  const { data } = await as({ client, people }, 'admin')('GET', '/api/webhooks/event-types');
  const catalogue: string[] = data.map(({ name }: { name: string }) => name);
  const made: Made = {
    campaignId: '',
    applicationId: '',
    trackingCode: '',
    productId: '',
    conversionId: '',
    rejectedId: '',
    claimId: '',
    accountId: '',
    decliningAccountId: '',
    reversingAccountId: '',
    integrationId: '',
    flaggedIds: [],
  };
  const scenario: Scenario = { system, client, people, catalogue, shopUrl, made };
  for (const recipient of recipients) await subscribe(scenario, recipient);
  return scenario;
}

interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signature: string;
  readonly standard_signature: string;
}

/** The capacity of a receiver, which exceeds the events of all steps. */
const RECEIVER_CAPACITY = 1_000;

async function readReceiver(scenario: Scenario, recipient: Recipient, limit: number) {
  const answer = await fetch(`${receiverOf(scenario, recipient)}?limit=${String(limit)}`);
  return (await answer.json()) as { total: number; requests: Received[] };
}

/** Counts the requests to a recipient's receiver. */
export const countReceivedBy = async (scenario: Scenario, recipient: Recipient): Promise<number> =>
  (await readReceiver(scenario, recipient, 1)).total;

/** Returns the requests to a recipient's receiver after the first `known`, with the result of each signature check. */
export async function receivedBy(
  scenario: Scenario,
  recipient: Recipient,
  known = 0,
): Promise<readonly Received[]> {
  const news = (await countReceivedBy(scenario, recipient)) - known;
  return news === 0
    ? []
    : (await readReceiver(scenario, recipient, Math.min(news, RECEIVER_CAPACITY))).requests;
}

export const eventOf = ({ headers }: Received): string => headers['x-webhook-event'] ?? '';

export const aCampaign = {
  name: 'Campaign',
  type: 'sale',
  landing_page_url: 'https://shop.example.com/',
  commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
  approval: { mode: 'manual' },
};

/** Makes an affiliate a member of one of the brand's campaigns and returns the code of its link. */
export async function join(scenario: Scenario, who: Who, campaignId: string): Promise<string> {
  const member = as(scenario, who);
  const { id } = await member('POST', `/api/affiliate/campaigns/${campaignId}/apply`, {});
  const review = `/api/brand/applications/${id}/review`;
  await as(scenario, 'brand')('PUT', review, { decision: 'approved' });
  const link = await member('POST', '/api/affiliate/links', { campaign_id: campaignId });
  return link.tracking_code;
}

interface Bought {
  readonly orderId: string;
  readonly conversionId: string;
}

/** Follows a link as a visitor and posts an order. */
export async function buy(
  { client, made }: Scenario,
  value: string,
  trackingCode = made.trackingCode,
): Promise<Bought> {
  const orderId = `order-${randomUUID()}`;
  const click = await follow(client, trackingCode);
  return { orderId, conversionId: await post(client, click, orderId, value) };
}

/** Reviews a conversion as the brand, and repeats the call until the conversion is scored. */
export async function decide(
  scenario: Scenario,
  conversionId: string,
  decision: 'approved' | 'rejected',
): Promise<string> {
  const path = `/api/brand/conversions/${conversionId}/review`;
  await eventually(() => as(scenario, 'brand')('PUT', path, { decision }), { everyMs: 100 });
  return conversionId;
}
