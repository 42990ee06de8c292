import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { BROWSER, type Client, type Fixture, follow, payoutAccount, post } from '../client.ts';

const PER_REVIEW = 50;
const SETTLE_MS = 120_000;

/** Sends a number of orders and approves them, with a visit for each. @returns the approved conversions */
export async function sell(
  client: Client,
  { brand, trackingCode }: Fixture,
  prefix: string,
  orders: number,
): Promise<string[]> {
  // A busy system may not know a new link yet.
  const click = await eventually(() => follow(client, trackingCode), { timeoutMs: SETTLE_MS });
  const visitor = { headers: { 'user-agent': BROWSER } };
  const waiting: string[] = [];
  const approved: string[] = [];
  for (let number = 1; number <= orders; number += 1) {
    await client.call('GET', `/r/${trackingCode}`, visitor);
    waiting.push(await post(client, click, `${prefix}-${String(number)}`, '20.00'));
  }
  while (waiting.length > 0) {
    const conversion_ids = waiting.splice(0, PER_REVIEW);
    const body = { conversion_ids, decision: 'approved' };
    const token = brand.token;
    const review = await client.must('POST', '/api/brand/conversions/bulk-review', { token, body });
    const done = new Set(review.data.results.map(({ id }: { id: string }) => id));
    approved.push(...conversion_ids.filter((id) => done.has(id)));
    waiting.push(...conversion_ids.filter((id) => !done.has(id)));
  }
  return approved;
}

/** Pays an affiliate, and waits until the payout is complete. @returns the account that it was paid to */
export async function payOut(
  client: Client,
  fixture: Fixture,
  amount: number,
  account?: string,
): Promise<string> {
  const { affiliate } = fixture;
  const payment_method_id = account ?? (await payoutAccount(client, fixture));
  const { token } = affiliate;
  const before = await client.must('GET', '/api/payouts/list', { token });
  await client.must('POST', '/api/affiliate/payouts/request', {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { amount, payment_method_id },
  });
  const expected = Number(before.payouts.length) + 1;
  await client.until(
    '/api/payouts/list',
    { token },
    ({ payouts }) =>
      payouts.length === expected &&
      payouts.every(({ status }: { status: string }) => status === 'completed'),
    SETTLE_MS,
  );
  return payment_method_id;
}
