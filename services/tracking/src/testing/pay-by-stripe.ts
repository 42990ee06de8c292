import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
/** When the fixtures were made, Unix seconds. */
const MADE_AT = '1777634100';

interface Answered {
  readonly status: number;
  readonly body: {
    readonly data: { status: string; conversion_id: string | null; reason: string | null };
  };
}

interface ConnectedShop {
  readonly id: string;
  readonly clickId: string;
  readonly campaignId: string;
  readonly link: { readonly affiliateId: string };
}

interface Parts {
  readonly secret: string;
  readonly send: (id: string, body: string, headers: Record<string, string>) => Promise<Answered>;
  /** The stored conversion of an answer. */
  readonly find: (answered: Answered) => Promise<unknown>;
}

/** Sends fixtures to a shop's address, signed as by Stripe now. */
const senderOf =
  (id: string, { secret, send }: Parts) =>
  async (name: string, given: Record<string, string>): Promise<Answered> => {
    const text = await readFile(path.join(FIXTURES, `stripe-${name}.json`), 'utf8');
    const time = String(Math.floor(Date.now() / 1_000));
    const body = Object.entries({ click_id: '', ...given }).reduce(
      (filled, [field, value]) => filled.replaceAll(`{{${field}}}`, value),
      text.replaceAll(MADE_AT, time),
    );
    const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return send(id, body, { 'stripe-signature': `t=${time},v1=${v1}` });
  };

/** Refunds a part of an invoice, twice by the same event, and disputes all of it. */
async function takeBack(
  invoice: Readonly<Record<'customer' | 'invoice', string>>,
  stripe: ReturnType<typeof senderOf>,
): Promise<void> {
  const refund = { ...invoice, event: '4' };
  const answers = [
    await stripe('charge-refunded', refund),
    await stripe('charge-refunded', refund),
    await stripe('charge-dispute-created', { ...invoice, event: '5' }),
  ];
  const statuses = answers.map(({ body }) => body.data.status);
  expect(statuses).toEqual(['adjusted', 'duplicate', 'reversed']);
}

/** A changed plan as Stripe reports it since 2025: the payment names the invoice, and refunds the payment alone. */
async function changePlan(
  customer: string,
  stripe: ReturnType<typeof senderOf>,
  { find }: Pick<Parts, 'find'>,
): Promise<void> {
  const statusOf = async (name: string, given: Record<string, string>): Promise<string> =>
    (await stripe(`2025-${name}`, { customer, ...given })).body.data.status;
  const [usual, early, late] = ['4', '5', '6'].map((invoice) => ({ invoice }));
  const changed = await stripe('2025-invoice-paid', { customer, ...usual, event: '6' });
  expect(changed.body.data.status).toBe('recorded');
  expect([
    await statusOf('invoice-payment-paid', { ...usual, event: '7' }),
    await statusOf('charge-refunded', { ...usual, event: '8' }),
    await statusOf('charge-refunded', { ...usual, event: '8' }),
  ]).toEqual(['duplicate', 'adjusted', 'duplicate']);
  expect(await find(changed)).toMatchObject({
    valueMinor: 950,
    refundedMinor: 250,
    transactionId: 'pi_4',
  });
  // Webhooks come in any order.
  expect([
    await statusOf('invoice-payment-paid', { ...early, event: '9' }),
    await statusOf('charge-refunded', { ...early, event: '10' }),
    await statusOf('invoice-paid', { ...late, event: '12' }),
    await statusOf('charge-refunded', { ...late, event: '13' }),
    await statusOf('invoice-payment-paid', { ...late, event: '14' }),
  ]).toEqual(['ignored', 'ignored', 'recorded', 'ignored', 'adjusted']);
  const second = await stripe('2025-invoice-paid', { customer, ...early, event: '11' });
  expect(await find(second)).toMatchObject({ refundedMinor: 250, transactionId: 'pi_5' });
}

/** Sends what Stripe sends of a subscription, and expects what becomes of it. */
export async function payByStripe(
  { id, clickId, campaignId, link }: ConnectedShop,
  parts: Parts,
): Promise<void> {
  const { find, send } = parts;
  const stripe = senderOf(id, parts);
  const customer = 'ada';
  const paid = { customer, click_id: clickId, event: '1', invoice: '1' };
  const first = await stripe('checkout-session-completed', paid);
  expect(first).toMatchObject({ status: 200, body: { data: { status: 'recorded' } } });
  expect(await find(first)).toMatchObject({
    orderId: 'in_1',
    platform: 'stripe',
    type: 'subscription',
    valueMinor: 2_900,
    clickId,
    affiliateId: link.affiliateId,
    customerId: 'cus_ada',
  });
  const invoiced = await stripe('invoice-paid', { customer, event: '2', invoice: '1' });
  expect(invoiced.body.data).toMatchObject({
    status: 'duplicate',
    conversion_id: first.body.data.conversion_id,
  });

  const renewal = { customer, event: '3', invoice: '2' };
  const renewed = await stripe('invoice-paid', renewal);
  expect(await find(renewed)).toMatchObject({
    orderId: 'in_2',
    transactionId: 'pi_2',
    campaignId,
    clickId: null,
    affiliateId: link.affiliateId,
    unpayableReason: null,
  });
  const stranger = await stripe('invoice-paid', { ...renewal, customer: 'eve', invoice: '3' });
  expect(stranger.body.data).toMatchObject({ status: 'ignored', reason: 'no_click' });

  await takeBack({ customer, invoice: '2' }, stripe);
  expect(await find(renewed)).toMatchObject({ status: 'reversed', refundedMinor: 2_900 });
  await changePlan(customer, stripe, parts);
  // The session does not name the payment of the first invoice.
  const disputed = await stripe('charge-dispute-created', { invoice: '1', event: '15' });
  expect(disputed.body.data).toMatchObject({ status: 'reversed' });
  expect(await find(disputed)).toMatchObject({ orderId: 'in_1', transactionId: 'pi_1' });
  const forged = await send(id, '{}', { 'stripe-signature': 't=1,v1=00' });
  expect(forged.status).toBe(401);
}
