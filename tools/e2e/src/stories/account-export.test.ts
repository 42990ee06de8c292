import { randomUUID } from 'node:crypto';
import {
  type Answer,
  Client,
  createFixture,
  type Fixture,
  follow,
  payoutAccount,
  type Person,
  post,
  untilMatches,
} from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

interface Row {
  readonly service: string;
  readonly collection: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const rowsOf = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** The names of all fields, at every depth. */
const fieldsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);

const sourcesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ service, collection }) => `${service}.${collection}`)),
];

interface Tenant extends Fixture {
  readonly destination: string;
  readonly orderId: string;
}

/** A brand and an affiliate who has earned a commission and added a payout account. */
async function createTenant(client: Client): Promise<Tenant> {
  const fixture = await createFixture(client);
  const { affiliate, brand, trackingCode } = fixture;
  const [destination, orderId] = [`acct_${randomUUID().slice(0, 8)}`, `order-${randomUUID()}`];
  const conversion = await post(client, await follow(client, trackingCode), orderId, '50.00');
  await client.sdk(brand.token).conversions.review(conversion, { decision: 'approved' });
  const { commissions } = client.sdk(affiliate.token);
  await untilMatches(
    () => commissions.list(),
    (list) => list.length > 0,
  );
  await payoutAccount(client, fixture, destination);
  return { ...fixture, destination, orderId };
}

/** What names a tenant in any record. */
const marksOf = ({ brand, affiliate, ...records }: Tenant): string[] => [
  ...[brand.id, brand.email, affiliate.id, affiliate.email],
  ...[records.campaignId, records.trackingCode, records.destination, records.orderId],
];

/** Tests that an account's owner receives the account's data of all services, and no other's. */
describe('the export of an account', () => {
  let client: Client;
  let tenant: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    client = new Client(sharedSystem());
    tenant = await createTenant(client);
    other = await createTenant(client);
  }, 60_000);

  const exportOf = ({ token }: Person): Promise<Answer> =>
    client.call('POST', '/api/auth/me/export', { token });

  it('is a file that is not stored', async () => {
    const { status, headers } = await exportOf(tenant.brand);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('contains the affiliate’s records of every service, and those of the brand', async () => {
    const ofAffiliate = await exportOf(tenant.affiliate);
    const { email, id } = tenant.affiliate;
    expect(sourcesOf(rowsOf(ofAffiliate.body))).toEqual(
      expect.arrayContaining([
        ...['identity.users', 'identity.sessions', 'campaign.applications', 'campaign.links'],
        ...['commission.commissions', 'payout.payout_accounts'],
      ]),
    );
    for (const mark of [email, tenant.trackingCode, tenant.destination, tenant.orderId]) {
      expect(ofAffiliate.body).toContain(mark);
    }
    const ofBrand = await exportOf(tenant.brand);
    expect(sourcesOf(rowsOf(ofBrand.body))).toEqual(
      expect.arrayContaining(['identity.users', 'campaign.campaigns']),
    );
    expect(ofBrand.body).toContain(tenant.brand.email);
    expect(ofBrand.body).not.toContain(email);
    expect(ofBrand.body).not.toContain(id);
    expect(ofAffiliate.body).not.toContain(tenant.brand.email);
  });

  it('names no other tenant and contains no secrets', async () => {
    for (const person of [tenant.affiliate, tenant.brand]) {
      const { body } = await exportOf(person);
      for (const mark of marksOf(other)) expect(body).not.toContain(mark);
      const fields = rowsOf(body).flatMap(({ data }) => fieldsOf(data));
      expect(fields.filter((name) => /hash|secret|sealed|token/i.test(name))).toEqual([]);
      expect(body).not.toMatch(/\$argon2|a-long-password/);
    }
  });
});
