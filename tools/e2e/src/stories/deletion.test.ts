import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { storingServices } from '@tributary/catalog';
import { repositoryRoot } from '@tributary/engines';
import { type CollectionDefinition, ownCollections } from '@tributary/mongo';
import { eventually } from '@tributary/testing';
import mongoose from 'mongoose';
import {
  Client,
  createFixture,
  type Fixture,
  follow,
  payoutAccount,
  post,
  untilMatches,
} from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

type Declared = Readonly<Record<string, CollectionDefinition<unknown>>>;

const isKept = ({ personal }: CollectionDefinition<unknown>): boolean =>
  personal !== 'none' &&
  personal.some(
    ({ of, erased }) => of === 'account' && typeof erased === 'object' && 'kept' in erased,
  );

/** `<service>.<collection>` of every collection that declares that data of accounts stay. */
async function declaredAsKept(): Promise<ReadonlySet<string>> {
  const kept = storingServices.map(async (service) => {
    const file = join(repositoryRoot(), 'services', service, 'src/store/collections.ts');
    const { collections } = (await import(file)) as { collections: Declared };
    const all = [
      ...Object.values(collections),
      ...Object.values<CollectionDefinition<unknown>>(ownCollections),
    ];
    return all.filter(isKept).map(({ name }) => `${service}.${name}`);
  });
  return new Set((await Promise.all(kept)).flat());
}

/**
 * `<service>.<collection>` of every collection of the system that contains one of the texts, or only of those named in
 * `among`.
 */
async function holding(
  namespace: string,
  texts: readonly string[],
  among?: readonly string[],
): Promise<string[]> {
  const connection = await mongoose.createConnection(process.env['MONGO_URL'] ?? '').asPromise();
  try {
    const { databases } = await connection
      .getClient()
      .db()
      .admin()
      .listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => name.startsWith(namespace));
    const found: string[] = [];
    for (const { name: database } of own) {
      const db = connection.getClient().db(database);
      const service = database.slice(database.lastIndexOf('_') + 1);
      for (const { name } of await db.listCollections().toArray()) {
        if (among?.includes(`${service}.${name}`) === false) continue;
        for await (const document of db.collection(name).find({})) {
          const text = JSON.stringify(document).toLowerCase();
          if (texts.some((one) => text.includes(one.toLowerCase()))) {
            found.push(`${service}.${name}`);
            break;
          }
        }
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}

/** Waits until no collection holds one of the texts, except those named in `kept`. */
async function untilNoneHolds(
  namespace: string,
  texts: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  // All collections are read first and last; in between, those that held a text.
  let among: string[] | undefined;
  await eventually(
    async () => {
      const left = (await holding(namespace, texts, among)).filter((name) => !kept.has(name));
      if (left.length === 0 && among === undefined) return true;
      among = left.length === 0 ? undefined : left;
      throw new Error(`still in ${left.join(', ')}`);
    },
    { timeoutMs: 60_000, everyMs: 500 },
  );
}

/** Tests what is left of a deleted account, in a system that erases after seconds. */
describe('the deletion of an account', () => {
  let client: Client;
  let fixture: Fixture;
  const mark = randomUUID().slice(0, 8);
  const details = {
    name: `Zaphod ${mark}`,
    company: `Company ${mark}`,
    phone: `+49 30 ${String(Date.now()).slice(-9)}`,
  };
  const destination = `acct_${mark}`;
  const address = `Street ${mark} 42`;

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
  }, 60_000);

  /** Leaves traces of an affiliate in every service, and pays it. */
  async function live(): Promise<void> {
    const { affiliate, brand, trackingCode } = fixture;
    const { accounts, billingProfiles } = client.sdk(affiliate.token);
    await accounts.update(details);
    await billingProfiles.update({ legal_name: details.name, address_lines: [address] });
    await client.sdk(fixture.admin).users.updatePlan(affiliate.id, { plan: 'pro' });
    await client.signIn(affiliate);
    const own = client.sdk(affiliate.token);
    await own.webhookEndpoints.create({
      url: `${sharedSystem().sandboxUrl}/receiver/${mark}`,
      events: ['commission.created'],
      description: details.name,
    });
    const click = await follow(client, trackingCode);
    const conversion = await post(client, click, `order-${randomUUID()}`, '1000.00');
    await client.sdk(brand.token).conversions.review(conversion, { decision: 'approved' });
    await untilMatches(
      () => own.earnings.get(),
      ({ total_earnings: earned }) => earned === 100,
    );
    const account = await payoutAccount(client, fixture, destination);
    const { payout_id: id } = await own.payouts.request({
      amount: 60,
      payment_method_id: account,
    });
    await untilMatches(
      () => own.payouts.get(id),
      ({ payout }) => payout.status === 'completed',
    );
  }

  it('of a shop leaves nothing of the person in any database after an erasure, and a receipt of what went', async () => {
    // A tenant of its own, because the next test counts what its affiliate has earned.
    const { brand, trackingCode } = await createFixture(client);
    const system = sharedSystem();
    const own = randomUUID().slice(0, 8);
    const person = `ann.${own}@example.com`;
    const customerId = `customer-${own}`;
    const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Ann-${own}`;
    const click = await follow(client, trackingCode, agent);
    const { conversions, customerData, customerErasures } = client.sdk(brand.token);
    const { data } = await conversions.track({
      ...{ click_id: click, transaction_id: `person-${own}`, order_value: '100' },
      ...{ customer_email: person, customer_id: customerId },
      metadata: { customer_user_agent: agent, note: person },
    });
    await conversions.review(data.conversion_id, { decision: 'approved' });
    const texts = [person, customerId, `Ann-${own}`];
    const storing = [
      ...['tracking.conversions', 'tracking.clicks', 'attribution.order_facts'],
      'commission.conversion_views',
    ];
    await eventually(
      async () => (await holding(system.namespace, texts, storing)).length === storing.length,
    );
    const { id } = await customerData.erase({ customer_email: person });
    const receipt = await untilMatches(
      () => customerErasures.get(id),
      ({ status }) => status === 'completed',
    );
    expect(receipt.orders).toBe(1);
    expect(receipt.erased).toEqual(
      expect.arrayContaining([
        { service: 'tracking', collection: 'conversions', count: 1 },
        { service: 'attribution', collection: 'order_facts', count: 1 },
        { service: 'commission', collection: 'conversion_views', count: 1 },
      ]),
    );
    // Events are deleted from an outbox once they are published.
    await untilNoneHolds(system.namespace, texts);
  }, 120_000);

  it('leaves its name, addresses and numbers only where a collection declares that they stay', async () => {
    await live();
    const system = sharedSystem();
    const texts = [fixture.affiliate.email, ...Object.values(details), destination, address, mark];
    const before = await holding(system.namespace, texts);
    expect(before).toEqual(
      expect.arrayContaining([
        ...['identity.users', 'campaign.users', 'notification.contacts', 'payout.parties'],
        ...['payout.payout_accounts', 'payout.billing_profiles', 'webhook.endpoints'],
      ]),
    );
    const { accounts } = client.sdk(fixture.affiliate.token);
    await accounts.requestDeletion({ current_password: 'a-long-password' });
    await untilNoneHolds(system.namespace, texts, await declaredAsKept());
    expect(await holding(system.namespace, [details.name], ['payout.invoices'])).toEqual([
      'payout.invoices',
    ]);
    const { status } = await client.call('POST', '/api/auth/login', {
      body: { email: fixture.affiliate.email, password: 'a-long-password' },
    });
    expect(status).toBe(401);
  }, 240_000);
});
