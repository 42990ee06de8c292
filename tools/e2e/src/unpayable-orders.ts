import { Client, createFixture, type Fixture, follow, post } from './client.ts';
import { type TestSystem } from './system.ts';

/** Tests orders that earn only by the brand's approval, in a system that other suites share. */
export const unpayableOrderTests = (systemOf: () => TestSystem) => () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(systemOf());
    fixture = await createFixture(client);
  });

  const botClick = () => follow(client, fixture.trackingCode, 'curl/8.5.0');

  it('names affiliate and reason of a bot’s order everywhere, and pays it once the brand approves', async () => {
    const { brand, affiliate } = fixture;
    const [asBrand, asAffiliate] = [{ token: brand.token }, { token: affiliate.token }];
    const id = await post(client, await botClick(), 'order-of-a-bot', '100.00');
    const isAssessed = (c: { fraud_score: number | null }) => c.fraud_score !== null;
    const listed = await client.until(
      '/api/brand/conversions?status=pending',
      asBrand,
      ({ data }) => data.conversions.length === 1 && data.conversions.every(isAssessed),
    );
    expect(listed.data.conversions[0]).toMatchObject({
      id,
      affiliate_id: affiliate.id,
      commission_amount: 0,
      unpayable_reason: 'bot_click',
      requires_review: true,
    });
    const own = await client.must('GET', '/api/affiliate/conversions', asAffiliate);
    expect(own.data.conversions[0]).toMatchObject({ id, unpayable_reason: 'bot_click' });
    const why = await client.must('GET', `/api/brand/conversions/${id}/explanation`, asBrand);
    expect(why.data).toMatchObject({
      unpayable_reason: 'bot_click',
      attribution: { shares: [{ affiliate_id: affiliate.id, share: 1 }] },
      commission: { commissions: [{ amount: 10, status: 'expected_if_approved' }] },
    });
    const dispute = { ...asAffiliate, body: { reason: 'My customer uses a text browser' } };
    const path = `/api/affiliate/conversions/${id}/dispute`;
    expect((await client.call('POST', path, dispute)).status).toBe(201);
    const approval = { ...asBrand, body: { decision: 'approved' } };
    const reviewed = await client.must('PUT', `/api/brand/conversions/${id}/review`, approval);
    expect(reviewed.data).toEqual({ id, status: 'approved', commission_created: true });
    await client.until(
      '/api/affiliate/earnings/simple',
      asAffiliate,
      (body) => body.total_earnings === 10,
    );
  });

  it('names the affiliate who sends bots as suspicious', async () => {
    for (const index of Array.from({ length: 12 }).keys()) {
      await post(client, await botClick(), `order-of-bot-${String(index)}`, '10.00');
    }
    const { brand, affiliate } = fixture;
    const found = await client.until(
      '/api/brand/conversions/fraud-analysis',
      { token: brand.token },
      ({ data }) => data.suspicious_affiliates.length > 0,
    );
    expect(found.data.suspicious_affiliates[0]).toMatchObject({ affiliate_id: affiliate.id });
  });
};
