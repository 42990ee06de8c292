import { type Client, createFixture, follow, payoutAccount, post } from '../client.ts';

/** Takes an order from the click to the payout, through every service. Throws where a step does not succeed. */
export async function takeOrder(client: Client): Promise<void> {
  const fixture = await createFixture(client);
  const { affiliate, brand } = fixture;
  const own = { token: affiliate.token };
  const click = await follow(client, fixture.trackingCode);
  const conversion = await post(client, click, 'order-1', '1000.00');
  await client.until(
    '/api/brand/conversions?status=pending',
    { token: brand.token },
    ({ data }) => data.conversions[0]?.fraud_score != null,
  );
  await client.must('PUT', `/api/brand/conversions/${conversion}/review`, {
    token: brand.token,
    body: { decision: 'approved' },
  });
  await client.until(
    '/api/affiliate/earnings/simple',
    own,
    ({ available_for_payout }) => available_for_payout === 100,
  );
  const account = await payoutAccount(client, fixture);
  const { payout_id } = await client.must('POST', '/api/affiliate/payouts/request', {
    ...own,
    body: { amount: 100, payment_method_id: account },
  });
  await client.until(
    `/api/payouts/${payout_id as string}`,
    own,
    ({ payout }) => payout.status === 'completed',
    60_000,
  );
  // Notification and analytics learn of it by events alone.
  await client.until('/api/notifications?limit=100', own, (list) =>
    list.some(({ type }: { type: string }) => type === 'payout_processed'),
  );
  await client.until(
    '/api/affiliate/analytics/performance',
    own,
    ({ metrics }) => metrics.earnings === 100,
  );
}
