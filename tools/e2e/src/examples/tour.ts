import { randomUUID } from 'node:crypto';
import { type Body, type Call, Client, type Person } from '../client.ts';
import { type EngineUrls, type TestSystem } from '../system.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls of one person. A refused one is reported and returns nothing, so that the tour goes on. */
export type Caller = (method: Method, path: string, body?: unknown) => Promise<Body>;

export interface Tour {
  readonly system: TestSystem;
  readonly engines: EngineUrls;
  readonly client: Client;
  readonly callerOf: (token?: string) => Caller;
  readonly brand: Person;
  readonly affiliate: Person;
  readonly admin: string;
  readonly asBrand: Caller;
  readonly asAffiliate: Caller;
  readonly asAdmin: Caller;
}

const PASSWORD = 'a-long-password';
/** The maximum wait for what events bring, on a machine that is busy. */
export const PATIENCE_MS = 90_000;

/** A new account on a plan with everything. */
export async function onPro(
  { client, admin }: Pick<Tour, 'client' | 'admin'>,
  role: 'brand' | 'affiliate',
  name: string,
): Promise<Person> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 4)}@example.com`;
  const body = { email, password: PASSWORD, role, name, country: 'DE' };
  const { user } = await client.must('POST', '/api/auth/register', { body });
  const plan = { token: admin, body: { plan: 'pro' } };
  await client.must('PUT', `/api/admin/users/${user.id}/plan`, plan);
  const person = { id: user.id, email, token: '' };
  await client.signIn(person);
  return person;
}

/** Opens the accounts of the tour. @param report takes each refused call */
export async function openTour(
  system: TestSystem,
  engines: EngineUrls,
  report: (failure: string) => void,
): Promise<Tour> {
  const client = new Client(system);
  const callerOf =
    (token?: string): Caller =>
    (method, path, body) => {
      const call: Call = { ...(token === undefined ? {} : { token }), ...(body ? { body } : {}) };
      return client.must(method, path, call).catch((error: unknown) => {
        report(error instanceof Error ? error.message : String(error));
        return {};
      });
    };
  const admin = await client.admin();
  const brand = await onPro({ client, admin }, 'brand', 'Discs');
  const affiliate = await onPro({ client, admin }, 'affiliate', 'Ann');
  const asBrand = callerOf(brand.token);
  const asAffiliate = callerOf(affiliate.token);
  const asAdmin = callerOf(admin);
  return {
    ...{ system, engines, client, callerOf, brand, affiliate, admin },
    ...{ asBrand, asAffiliate, asAdmin },
  };
}

/** The path of one record. @param path with `:id` in the place of the id */
export const ofOne = (id: unknown, path: string): string => path.replace(':id', String(id));

/** An affiliate's link to a campaign that the affiliate joins. */
export async function joinCampaign(tour: Tour, asAffiliate: Caller, campaignId: string) {
  const path = `/api/affiliate/campaigns/${campaignId}/apply`;
  const applied = await asAffiliate('POST', path, { message: 'I write about music.' });
  const review = `/api/brand/applications/${String(applied.id)}/review`;
  await tour.asBrand('PUT', review, { decision: 'approved' });
  return asAffiliate('POST', '/api/affiliate/links', {
    campaign_id: campaignId,
    destination_path: '/sale',
    utm: { source: 'newsletter', medium: 'email' },
    sub_ids: { sub1: 'may' },
  });
}

/** A campaign with all that belongs to it, and an affiliate in it. */
export async function visitCampaigns(tour: Tour) {
  const { client, brand, affiliate, asBrand, asAffiliate } = tour;
  const { id } = await asBrand('POST', '/api/brand/campaigns', {
    name: 'Spring sale',
    description: '10 % of every order of records and discs',
    type: 'sale',
    status: 'active',
    landing_page_url: 'https://shop.example.com/',
    commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
    budget: { total: 50_000 },
    approval: { mode: 'manual' },
  });
  const campaign = `/api/brand/campaigns/${String(id)}`;
  const link = await joinCampaign(tour, asAffiliate, String(id));
  await asBrand('POST', `${campaign}/invitations`, { email: 'bob@example.com' });
  await asBrand('POST', '/api/brand/coupons', {
    ...{ campaign_id: id, affiliate_id: affiliate.id, code: 'ANN10' },
  });
  await asBrand('POST', '/api/brand/coupons/bulk', {
    coupons: ['ANN15', 'ANN20'].map((code) => ({
      ...{ campaign_id: id, affiliate_id: affiliate.id, code },
    })),
  });
  const product = { sku: 'CD-1', name: 'Kind of Blue', price: 12.5, currency: 'USD' };
  await asBrand('POST', '/api/brand/products', product);
  const form = new FormData();
  form.set('name', 'Text for newsletters');
  form.set('kind', 'text');
  form.set('file', new Blob(['All records at half the price.']), 'text.txt');
  const headers = { authorization: `Bearer ${brand.token}` };
  await fetch(client.urlOf(`${campaign}/creatives`), { method: 'POST', headers, body: form });
  await asBrand('GET', `${campaign}/creatives`);
  await asBrand('GET', `${campaign}/invitations`);
  await asAffiliate('GET', `/api/affiliate/campaigns/${String(id)}/creatives`);
  return { campaignId: String(id), trackingCode: String(link.tracking_code), link };
}
export type Campaign = Awaited<ReturnType<typeof visitCampaigns>>;
