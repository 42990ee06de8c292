import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readStripeEvent } from './stripe.ts';

const FIXTURES = path.join(import.meta.dirname, '../testing/fixtures');
const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';

interface Payload {
  id: string;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
}

/** The fixture with other fields of its record. */
async function read(name: string, given: Record<string, unknown> = {}) {
  const text = await readFile(path.join(FIXTURES, `stripe-${name}.json`), 'utf8');
  const payload = JSON.parse(text.replaceAll('{{click_id}}', CLICK)) as Payload;
  Object.assign(payload.data.object, given);
  return readStripeEvent(payload);
}

describe('a Checkout Session', () => {
  it('of a subscription is its first invoice, with the click of client_reference_id', async () => {
    expect(await read('checkout-session-completed')).toMatchObject({
      kind: 'order',
      order: {
        orderId: 'in_{{invoice}}',
        totalText: '29.00',
        currency: 'USD',
        clickId: CLICK,
        customerId: 'cus_{{customer}}',
        email: 'ada@example.com',
        orderedAt: '2026-05-01T11:15:00.000Z',
        type: 'subscription',
      },
    });
  });

  it('of one payment is known by the payment, with a click in the metadata as well', async () => {
    const payment = {
      mode: 'payment',
      invoice: null,
      payment_intent: 'pi_1',
      client_reference_id: 'user-7',
      metadata: { click_id: CLICK, tracking_code: 'spring24', consent: 'granted' },
    };
    expect(await read('checkout-session-completed', payment)).toMatchObject({
      order: {
        orderId: 'pi_1',
        transactionId: 'pi_1',
        clickId: CLICK,
        trackingCode: 'spring24',
        consent: 'granted',
        type: 'sale',
      },
    });
  });

  it('without money, or that is paid later, is no order', async () => {
    const kinds = [
      await read('checkout-session-completed', { payment_status: 'unpaid' }),
      await read('checkout-session-completed', { amount_total: 0 }),
    ];
    expect(kinds.map(({ kind }) => kind)).toEqual(['ignored', 'ignored']);
  });

  it.each([
    ['jpy', 500, '500'],
    ['kwd', 5_000, '5.000'],
    ['isk', 50_000, '500.00'],
    ['eur', 1, '0.01'],
  ])('in %s has the amount in its own smallest unit', async (currency, total, text) => {
    const event = await read('checkout-session-completed', { currency, amount_total: total });
    expect(event).toMatchObject({ order: { totalText: text } });
  });
});

describe('an invoice', () => {
  it('is a renewal or the difference of a plan, by its own id and payment', async () => {
    expect(await read('invoice-paid')).toMatchObject({
      order: { orderId: 'in_{{invoice}}', transactionId: 'pi_{{invoice}}', clickId: null },
    });
    const details = { metadata: { click_id: CLICK } };
    const older = await read('invoice-paid', { subscription_details: details });
    const newer = await read('invoice-paid', {
      subscription_details: undefined,
      payment_intent: undefined,
      parent: { type: 'subscription_details', subscription_details: details },
    });
    for (const event of [older, newer]) expect(event).toMatchObject({ order: { clickId: CLICK } });
    expect(await read('invoice-paid', { amount_paid: 0 })).toMatchObject({ kind: 'ignored' });
  });
});

describe('since 2025', () => {
  it('an invoice of a changed plan is the difference, and its payment has an event of its own', async () => {
    const invoice = await read('2025-invoice-paid');
    expect(invoice).toMatchObject({ order: { orderId: 'in_{{invoice}}', totalText: '9.50' } });
    expect(invoice).not.toHaveProperty('order.transactionId');
    expect(await read('2025-invoice-payment-paid')).toEqual({
      kind: 'payment',
      orderId: 'in_{{invoice}}',
      transactionId: 'pi_{{invoice}}',
    });
    const byCheque = { payment: { type: 'payment_record', payment_record: 'pr_1' } };
    expect(await read('2025-invoice-payment-paid', byCheque)).toMatchObject({ kind: 'ignored' });
  });

  it('a charge names its payment alone', async () => {
    expect(await read('2025-charge-refunded')).toEqual({
      kind: 'refund',
      orderId: 'pi_{{invoice}}',
      refund: { refundId: 'stripe-evt_{{event}}', amountText: '2.50' },
    });
  });
});

describe('money that goes back', () => {
  it('is the growth of a charge’s refunds, by the event', async () => {
    expect(await read('charge-refunded')).toEqual({
      kind: 'refund',
      orderId: 'in_{{invoice}}',
      refund: { refundId: 'stripe-evt_{{event}}', amountText: '9.00' },
    });
    expect(await read('charge-refunded', { invoice: null })).toMatchObject({
      orderId: 'pi_{{invoice}}',
    });
    expect(await read('charge-refunded', { amount_refunded: 0 })).toMatchObject({
      kind: 'ignored',
    });
  });

  it('is the amount of a dispute, by its id', async () => {
    expect(await read('charge-dispute-created')).toEqual({
      kind: 'refund',
      orderId: 'pi_{{invoice}}',
      refund: { refundId: 'stripe-dispute-dp_{{invoice}}', amountText: '29.00' },
    });
  });
});

it('other events are ignored, and malformed ones are no events', async () => {
  const other = { id: 'evt_1', type: 'customer.created', data: { object: {} } };
  expect(readStripeEvent(other)).toEqual({ kind: 'ignored', reason: 'other_topic' });
  await expect(read('invoice-paid', { amount_paid: 'much' })).rejects.toThrow();
  expect(() => readStripeEvent({})).toThrow();
});
