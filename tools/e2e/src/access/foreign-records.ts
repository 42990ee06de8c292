import { randomUUID } from 'node:crypto';
import { type Client, follow, payoutAccount, type Person, post, createFixture } from '../client.ts';
import { type Operation } from './operations.ts';

/** Records of one tenant, and strangers of the same roles. */
export interface ForeignRecords {
  /** The id of the tenant's record for a parameter; a random one where there is none. */
  idOf(operation: Operation, parameter: string): string;
  /** Whether there are records for all parameters of the operation. */
  has(operation: Operation): boolean;
  ownerOf(operation: Operation): Person;
  strangerOf(operation: Operation): Person;
}

const parametersOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const onPro = async (client: Client, person: Person, admin: string): Promise<Person> => {
  const body = { plan: 'pro' };
  await client.must('PUT', `/api/admin/users/${person.id}/plan`, { token: admin, body });
  await client.signIn(person);
  return person;
};

/** Creates a tenant's records of every kind that a few calls can make. */
export async function createForeignRecords(client: Client): Promise<ForeignRecords> {
  const fixture = await createFixture(client);
  const { brand, affiliate, admin, campaignId, trackingCode } = fixture;
  const strangers = {
    brand: await onPro(client, await client.register('brand', 'Stranger'), admin),
    affiliate: await onPro(client, await client.register('affiliate', 'Stranger'), admin),
  };
  await onPro(client, brand, admin);
  await onPro(client, affiliate, admin);
  const asBrand = { token: brand.token };
  const asAffiliate = { token: affiliate.token };
  const create = async (path: string, caller: object, body: object) =>
    client.must('POST', path, { ...caller, body });

  const product = await create('/api/brand/products', asBrand, {
    sku: randomUUID(),
    name: 'Boat',
    price: 10,
    currency: 'USD',
  });
  const coupon = await create('/api/brand/coupons', asBrand, {
    campaign_id: campaignId,
    affiliate_id: affiliate.id,
    code: 'BOAT10',
  });
  const endpoint = await create('/api/webhooks/endpoints', asBrand, {
    url: 'http://127.0.0.1:9/',
    events: ['campaign.created'],
  });
  const conversionId = await post(
    client,
    await follow(client, trackingCode),
    randomUUID(),
    '20.00',
  );
  await client.until('/api/brand/conversions', asBrand, ({ data }) =>
    data.conversions.some(
      ({ id, fraud_score: score }: { id: string; fraud_score: number | null }) =>
        id === conversionId && score !== null,
    ),
  );
  await client.must('PUT', `/api/brand/conversions/${conversionId}/review`, {
    ...asBrand,
    body: { decision: 'approved' },
  });
  const [commission] = await client.until(
    '/api/affiliate/commissions',
    asAffiliate,
    (list) => list.length > 0,
  );
  const { links } = await client.must('GET', '/api/affiliate/links', asAffiliate);
  const invitation = await create('/api/team/invitations', asBrand, {
    email: `${randomUUID()}@example.com`,
    role: 'analyst',
  });
  const apiKey = await create('/api/auth/api-keys', asBrand, {
    name: 'Shop',
    scopes: ['campaigns:read'],
  });
  const claim = await create('/api/affiliate/claims', asAffiliate, {
    campaign_id: campaignId,
    order_id: randomUUID(),
    ordered_at: new Date().toISOString(),
    tracking_code: trackingCode,
  });
  const erasure = await client.must('DELETE', '/api/customer-data', {
    ...asBrand,
    body: { customer_id: randomUUID() },
  });
  const known: Readonly<Record<string, string | undefined>> = {
    campaign_id: campaignId,
    product_id: product.id,
    coupon_id: coupon.id,
    endpoint_id: endpoint.data.id,
    conversion_id: conversionId,
    commission_id: commission.id,
    link_id: links?.[0]?.id,
    account_id: await payoutAccount(client, fixture),
    api_key_id: apiKey.id,
    invitation_id: invitation.id,
    affiliate_id: affiliate.id,
    erasure_id: erasure.id,
    claim_id: claim.data.id,
  };
  const isForAffiliates = ({ roles, path }: Operation): boolean =>
    roles?.includes('affiliate') === true && !path.startsWith('/api/team');
  return {
    idOf: (_operation, parameter) => known[parameter] ?? randomUUID(),
    has: (operation) => parametersOf(operation).every((name) => known[name] !== undefined),
    ownerOf: (operation) => (isForAffiliates(operation) ? affiliate : brand),
    strangerOf: (operation) => (isForAffiliates(operation) ? strangers.affiliate : strangers.brand),
  };
}
