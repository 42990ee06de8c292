import { randomUUID } from 'node:crypto';
import { type Schemas } from '@tributary/sdk';
import { eventually } from '@tributary/testing';
import {
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

/** On a machine of its own a suspension takes effect everywhere within five seconds. */
const WITHIN = { everyMs: 250 };

interface Delivery {
  readonly id: string;
  readonly event: string;
  /** The conversion of the event, where it has one. */
  readonly conversionId: string | undefined;
}

/** Tests what the suspension of a brand or an affiliate stops and resumes, in a system that other suites share. */
describe('a suspension', () => {
  let client: Client;
  let fixture: Fixture;

  beforeEach(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
  });

  const setStatus = (who: Person, status: 'active' | 'suspended') =>
    client.sdk(fixture.admin).users.updateStatus(who.id, { status });

  /** Registers an endpoint with a receiver of its own. @returns what the receiver has, in order of arrival */
  const subscribe = async (who: Person, events: Schemas['WebhookEventName'][]) => {
    await client.sdk(fixture.admin).users.updatePlan(who.id, { plan: 'pro' });
    await client.signIn(who);
    const url = `${sharedSystem().sandboxUrl}/receiver/suspension-${randomUUID()}`;
    await client.sdk(who.token).webhookEndpoints.create({ url, events });
    return async (): Promise<readonly Delivery[]> => {
      const { requests } = (await (await fetch(`${url}?limit=100`)).json()) as {
        requests: readonly { id: string; body: string }[];
      };
      return requests.map(({ body }) => {
        const { id, event, data } = JSON.parse(body);
        return { id, event, conversionId: data.conversion_id };
      });
    };
  };

  /** An order of a new click, with the reason why it earns nothing, if any. */
  const buy = async (value: string) => {
    const orderId = `order-${randomUUID()}`;
    const click = await follow(client, fixture.trackingCode);
    return { orderId, id: await post(client, click, orderId, value) };
  };
  const unpayableReasonOf = async (id: string): Promise<string | null> => {
    const { data } = await client.sdk(fixture.brand.token).brandConversions.list();
    return data.conversions.find((one) => one.id === id)?.unpayable_reason ?? null;
  };
  const approve = (id: string) =>
    client.call('PUT', `/api/brand/conversions/${id}/review`, {
      token: fixture.brand.token,
      body: { decision: 'approved' },
    });
  /** Approves an order as soon as it has been assessed. */
  const approveOnceAssessed = (id: string) =>
    eventually(async () => (await approve(id)).status === 200, { everyMs: 100 });
  const isRefused = async (who: Person): Promise<boolean> =>
    (await client.call('GET', '/api/auth/me', { token: who.token })).status === 401;
  const available = async (): Promise<number> => {
    const { balance } = await client.sdk(fixture.affiliate.token).payouts.getBalance();
    return balance.available_balance;
  };
  const isPaid = async (amount: number): Promise<void> => {
    const { payoutAccounts, payouts } = client.sdk(fixture.affiliate.token);
    const { accounts } = await payoutAccounts.list();
    const [{ id } = { id: '' }] = accounts;
    const requested = await payouts.request({ amount, payment_method_id: id });
    await untilMatches(
      () => payouts.get(requested.payout_id),
      ({ payout }) => payout.status === 'completed',
    );
  };
  const has = (deliveries: readonly Delivery[], event: string, conversionId?: string): number =>
    deliveries.filter(
      (one) => one.event === event && (conversionId ?? one.conversionId) === one.conversionId,
    ).length;

  it('stops what an affiliate earns and receives within seconds, and releases what was held with the reinstatement', async () => {
    const { affiliate, brand } = fixture;
    const ofAffiliate = await subscribe(affiliate, [
      'conversion.tracked',
      'commission.created',
      'affiliate.suspended',
    ]);
    const ofBrand = await subscribe(brand, ['commission.pending', 'commission.approved']);
    await payoutAccount(client, fixture);
    const earned = await buy('1000.00');
    await approveOnceAssessed(earned.id);
    await eventually(async () => (await available()) === 100, WITHIN);
    const pending = await buy('200.00');
    await eventually(async () => has(await ofAffiliate(), 'conversion.tracked', pending.id) === 1);

    await setStatus(affiliate, 'suspended');
    await eventually(() => isRefused(affiliate), WITHIN);
    // Links still redirect.
    const during = await eventually(async () => {
      const { id } = await buy('300.00');
      return (await unpayableReasonOf(id)) === 'affiliate_suspended' ? id : undefined;
    }, WITHIN);
    const refused = { status: 409, body: { data: { error: 'affiliate_suspended' } } };
    expect(await approve(during)).toMatchObject(refused);
    await approveOnceAssessed(pending.id);
    await eventually(async () => has(await ofBrand(), 'commission.pending', pending.id) === 1);
    await eventually(async () => has(await ofAffiliate(), 'affiliate.suspended') === 1);
    expect(has(await ofBrand(), 'commission.approved', pending.id)).toBe(0);
    const stopped = await ofAffiliate();
    expect(has(stopped, 'commission.created', pending.id)).toBe(0);
    expect(has(stopped, 'conversion.tracked', during)).toBe(0);

    await setStatus(affiliate, 'active');
    await client.signIn(affiliate);
    await eventually(async () => (await available()) === 120, WITHIN);
    await eventually(async () => has(await ofBrand(), 'commission.approved', pending.id) === 1);
  }, 120_000);

  it('pauses a brand’s campaigns and messages within seconds, keeps its debts, and resumes with the reinstatement', async () => {
    const { brand, campaignId } = fixture;
    const ofBrand = await subscribe(brand, ['conversion.tracked', 'brand.suspended']);
    await payoutAccount(client, fixture);
    const earned = await buy('1000.00');
    await approveOnceAssessed(earned.id);
    await eventually(async () => (await available()) === 100, WITHIN);
    const visitor = await client.register('affiliate', 'Visitor');
    const offered = async (): Promise<boolean> => {
      const { campaigns } = await client.sdk(visitor.token).offers.list({ brand_id: brand.id });
      return campaigns.some(({ id }) => id === campaignId);
    };
    expect(await offered()).toBe(true);

    await setStatus(brand, 'suspended');
    await eventually(() => isRefused(brand), WITHIN);
    await eventually(async () => !(await offered()), WITHIN);
    await eventually(async () => has(await ofBrand(), 'brand.suspended') === 1);
    const during = await buy('300.00');
    await isPaid(100);
    expect(has(await ofBrand(), 'conversion.tracked', during.id)).toBe(0);

    await setStatus(brand, 'active');
    await eventually(offered, WITHIN);
    await eventually(async () => has(await ofBrand(), 'conversion.tracked', during.id) === 1);
    const ids = (await ofBrand()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await client.signIn(brand);
    const campaign = await client.sdk(brand.token).campaigns.get(campaignId);
    expect(campaign).toMatchObject({ status: 'active' });
  }, 120_000);
});
