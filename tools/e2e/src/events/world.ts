import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Body, Client, follow, type Person, post } from '../client.ts';
import { type TestSystem } from '../system.ts';

/** Those who listen, each at a receiver of its own to all that it may hear. */
export const ears = [
  'admin',
  'brand',
  'affiliate',
  'otherBrand',
  'otherAffiliate',
  'caller',
] as const;
export type Ear = (typeof ears)[number];

/** Besides them, `rogue` orders from itself; payees are paid by schedule, and the wallet of one declines. */
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

/** What earlier steps made, for later ones. */
interface Made {
  campaignId: string;
  applicationId: string;
  trackingCode: string;
  productId: string;
  conversionId: string;
  rejectedId: string;
  accountId: string;
  integrationId: string;
  flaggedIds: readonly string[];
}

export interface World {
  readonly system: TestSystem;
  readonly client: Client;
  readonly people: Readonly<Record<Who, Person>>;
  /** The names of the public events, as the API itself lists them. */
  readonly catalogue: readonly string[];
  /** Where the brand's store answers. */
  readonly shopUrl: string;
  readonly made: Made;
}

/** An operation, what it makes, and who hears each of that. */
export interface Step {
  readonly operation: string;
  readonly makes: readonly string[];
  readonly heardBy: readonly Ear[];
  /** Answers what each of the events names: the id of what it is about, or another word of theirs. */
  readonly run: (world: World) => Promise<string>;
}

/** Calls that must succeed, in somebody's name. */
export const as =
  ({ client, people }: Pick<World, 'client' | 'people'>, who: Who) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Body> =>
    client.must(method, path, {
      token: people[who].token,
      ...(body === undefined ? {} : { body }),
    });

async function gather(client: Client): Promise<Record<Who, Person>> {
  const admin = { id: '', email: 'admin@example.com', token: await client.admin() };
  const others = Object.entries(roles).map(
    async ([who, role]) => [who, await client.register(role, who)] as const,
  );
  const registered = Object.fromEntries(await Promise.all(others)) as Record<Registered, Person>;
  return { admin, ...registered };
}

const receiverOf = ({ system }: Pick<World, 'system'>, ear: Ear): string =>
  `${system.sandboxUrl}/receiver/${ear}`;

/** Webhooks are for the Pro tier; the caller is on the plan whose calls the system's settings count. */
async function listen(world: World, ear: Ear): Promise<void> {
  const { client, people } = world;
  if (ear !== 'admin') {
    const plan = ear === 'caller' ? 'enterprise' : 'pro';
    await as(world, 'admin')('PUT', `/api/admin/users/${people[ear].id}/plan`, { plan });
    await client.signIn(people[ear]);
  }
  const url = receiverOf(world, ear);
  const asked = { url, events: world.catalogue };
  const { data } = await as(world, ear)('POST', '/api/webhooks/endpoints', asked);
  const headers = { 'content-type': 'application/json' };
  await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ secret: data.secret }) });
}

export async function openWorld(system: TestSystem, shopUrl: string): Promise<World> {
  const client = new Client(system);
  const people = await gather(client);
  const { data } = await as({ client, people }, 'admin')('GET', '/api/webhooks/event-types');
  const catalogue: string[] = data.map(({ name }: { name: string }) => name);
  const made: Made = {
    campaignId: '',
    applicationId: '',
    trackingCode: '',
    productId: '',
    conversionId: '',
    rejectedId: '',
    accountId: '',
    integrationId: '',
    flaggedIds: [],
  };
  const world: World = { system, client, people, catalogue, shopUrl, made };
  for (const ear of ears) await listen(world, ear);
  return world;
}

interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signature: string;
  readonly standard_signature: string;
}

/** What its receiver keeps at most, and more than all steps make. */
const KEPT = 1_000;

async function look(world: World, ear: Ear, limit: number) {
  const answer = await fetch(`${receiverOf(world, ear)}?limit=${String(limit)}`);
  return (await answer.json()) as { total: number; requests: Received[] };
}

/** How much has come to somebody's receiver so far. */
export const countReceivedBy = async (world: World, ear: Ear): Promise<number> =>
  (await look(world, ear, 1)).total;

/** What came to somebody's receiver after the first `known`; it checks each one's signatures anew. */
export async function receivedBy(world: World, ear: Ear, known = 0): Promise<readonly Received[]> {
  const news = (await countReceivedBy(world, ear)) - known;
  return news === 0 ? [] : (await look(world, ear, Math.min(news, KEPT))).requests;
}

export const eventOf = ({ headers }: Received): string => headers['x-webhook-event'] ?? '';

export const aCampaign = {
  name: 'Campaign',
  type: 'sale',
  landing_page_url: 'https://shop.example.com/',
  commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
  approval: { mode: 'manual' },
};

/** Makes an affiliate a member of one of the brand's campaigns; answers the code of its link. */
export async function join(world: World, who: Who, campaignId: string): Promise<string> {
  const member = as(world, who);
  const { id } = await member('POST', `/api/affiliate/campaigns/${campaignId}/apply`, {});
  const review = `/api/brand/applications/${id}/review`;
  await as(world, 'brand')('PUT', review, { decision: 'approved' });
  const link = await member('POST', '/api/affiliate/links', { campaign_id: campaignId });
  return link.tracking_code;
}

interface Bought {
  readonly orderId: string;
  readonly conversionId: string;
}

/** A visitor follows a link and orders. */
export async function buy(
  { client, made }: World,
  value: string,
  trackingCode = made.trackingCode,
): Promise<Bought> {
  const orderId = `order-${randomUUID()}`;
  const click = await follow(client, trackingCode);
  return { orderId, conversionId: await post(client, click, orderId, value) };
}

/** The brand decides on a conversion; again while it is not scored yet, as the answer asks for. */
export async function decide(
  world: World,
  conversionId: string,
  decision: 'approved' | 'rejected',
): Promise<string> {
  const path = `/api/brand/conversions/${conversionId}/review`;
  await eventually(() => as(world, 'brand')('PUT', path, { decision }), { everyMs: 100 });
  return conversionId;
}
