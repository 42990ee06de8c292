import { type Tributary } from '@tributary/sdk';
import { eventually } from '@tributary/testing';
import { Client, createFixture, type Fixture, follow, post } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

/** Tests orders that earn only by the brand's approval, in a system that other suites share. */
describe('an order that earns only by approval', () => {
  let client: Client;
  let fixture: Fixture;
  let brand: Tributary;
  let affiliate: Tributary;

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
    brand = client.sdk(fixture.brand.token);
    affiliate = client.sdk(fixture.affiliate.token);
  });

  const botClick = () => follow(client, fixture.trackingCode, 'curl/8.5.0');

  it('names affiliate and reason of a bot’s order everywhere, and pays it once the brand approves', async () => {
    const id = await post(client, await botClick(), 'order-of-a-bot', '100.00');
    const listed = await eventually(async () => {
      const { data } = await brand.brandConversions.list({ status: 'pending' });
      return data.conversions.find((one) => one.id === id && one.fraud_score !== null);
    });
    expect(listed).toMatchObject({
      affiliate_id: fixture.affiliate.id,
      commission_amount: 0,
      unpayable_reason: 'bot_click',
      requires_review: true,
    });
    const own = await affiliate.affiliateConversions.list();
    expect(own.data.conversions[0]).toMatchObject({ id, unpayable_reason: 'bot_click' });
    const why = await brand.conversions.getExplanation(id);
    expect(why.data).toMatchObject({
      unpayable_reason: 'bot_click',
      attribution: { shares: [{ affiliate_id: fixture.affiliate.id, share: 1 }] },
      commission: { commissions: [{ amount: 10, status: 'expected_if_approved' }] },
    });
    await affiliate.conversions.dispute(id, { reason: 'My customer uses a text browser' });
    const reviewed = await brand.conversions.review(id, { decision: 'approved' });
    expect(reviewed.data).toEqual({ id, status: 'approved', commission_created: true });
    await eventually(async () => (await affiliate.earnings.get()).total_earnings === 10);
  });

  it('names the affiliate who sends bots as suspicious', async () => {
    for (const index of Array.from({ length: 12 }).keys()) {
      await post(client, await botClick(), `order-of-bot-${String(index)}`, '10.00');
    }
    const found = await eventually(async () => {
      const { data } = await brand.fraudAnalysis.get();
      return data.suspicious_affiliates[0];
    });
    expect(found).toMatchObject({ affiliate_id: fixture.affiliate.id });
  });
});
