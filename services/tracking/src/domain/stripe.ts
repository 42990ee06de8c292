import { currencyExponent, isCurrency } from '@tributary/money';
import { z } from 'zod';
import { browserOf } from './buyer.ts';
import { shopRecordId, type ShopEvent, type ShopOrder, touchOfFields } from './shop-order.ts';

const metadata = z.record(z.string(), z.string()).nullish();
/** An id, or the record itself where the webhook expands it. */
const requiredReference = z.union([
  shopRecordId,
  z.object({ id: shopRecordId }).transform(({ id }) => id),
]);
const reference = requiredReference.nullish().transform((id) => id ?? null);
const text = z
  .string()
  .nullish()
  .transform((one) => one ?? null);
const minor = z.int();

/** The relevant fields of a Checkout Session. */
const session = z.object({
  id: shopRecordId,
  mode: z.string(),
  payment_status: z.string(),
  amount_total: minor.nullish(),
  currency: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  customer: reference,
  customer_details: z
    .object({ email: text })
    .nullish()
    .transform((details) => details?.email ?? null),
  invoice: reference,
  payment_intent: reference,
  metadata,
  created: z.int(),
});

/** The same of an Invoice; API versions differ in where the subscription's metadata are. */
const invoice = z.object({
  id: shopRecordId,
  amount_paid: minor,
  currency: z.string(),
  customer: reference,
  customer_email: text,
  payment_intent: reference,
  metadata,
  subscription_details: z.object({ metadata }).nullish(),
  parent: z.object({ subscription_details: z.object({ metadata }).nullish() }).nullish(),
  created: z.int(),
});

/** The same of an InvoicePayment: since 2025 neither the invoice nor the charge names the other. */
const invoicePayment = z.object({
  invoice: requiredReference,
  payment: z.object({ payment_intent: reference }),
});

/** The same of a Charge; since 2025 it names no invoice. */
const charge = z.object({
  currency: z.string(),
  amount_refunded: minor,
  invoice: reference,
  payment_intent: reference,
});

/** The same of a Dispute. */
const dispute = z.object({
  id: shopRecordId,
  amount: minor,
  currency: z.string(),
  payment_intent: reference,
});

const event = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  data: z.object({
    object: z.unknown(),
    previous_attributes: z.object({ amount_refunded: minor.optional() }).nullish(),
  }),
});
type Event = z.output<typeof event>;

/** Currencies that Stripe counts in hundredths, although they have no minor unit. */
const HUNDREDTHS = new Set(['ISK', 'UGX']);

/** An amount in Stripe's smallest units as a decimal. */
function decimalOf(amount: number, currency: string): string {
  const exponent = HUNDREDTHS.has(currency)
    ? 2
    : isCurrency(currency)
      ? currencyExponent(currency)
      : 2;
  return (amount / 10 ** exponent).toFixed(exponent);
}

type Metadata = Readonly<Record<string, string>> | null | undefined;

const fieldsOf = (...all: readonly Metadata[]) =>
  all.flatMap((one) => Object.entries(one ?? {}).map(([name, value]) => ({ name, value })));

const NO_PRODUCTS = { couponCodes: [], products: [], refunds: [], browser: browserOf(undefined) };

const ignored: ShopEvent = { kind: 'ignored', reason: 'other_topic' };
const withoutMoney: ShopEvent = { kind: 'ignored', reason: 'no_money' };

/** How refunds and disputes name the order. */
const byPayment = (payment: string | null): Pick<ShopOrder, 'transactionId'> =>
  payment === null ? {} : { transactionId: payment };

const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** The order of a paid Checkout Session: its payment, or of a subscription its first invoice. */
function orderOfSession(given: unknown): ShopEvent {
  const paid = session.parse(given);
  const { client_reference_id: clickId, currency, amount_total: total } = paid;
  // A session that is paid later has an event of its own then.
  if (paid.payment_status === 'unpaid' || currency == null || total == null) return ignored;
  if (total === 0) return withoutMoney;
  const code = currency.toUpperCase();
  const order: ShopOrder = {
    ...NO_PRODUCTS,
    // A shop may use the reference for itself, and the metadata for the click.
    ...touchOfFields([...fieldsOf(paid.metadata), { name: 'click_id', value: clickId }]),
    orderId: paid.invoice ?? paid.payment_intent ?? paid.id,
    ...byPayment(paid.payment_intent),
    totalText: decimalOf(total, code),
    currency: code,
    email: paid.customer_details,
    customerId: paid.customer,
    orderedAt: timeOf(paid.created),
    state: 'placed',
    type: paid.mode === 'subscription' ? 'subscription' : 'sale',
  };
  return { kind: 'order', order };
}

/** The order of a paid invoice: a subscription's first one, a renewal, or the difference of a changed plan. */
function orderOfInvoice(given: unknown): ShopEvent {
  const paid = invoice.parse(given);
  if (paid.amount_paid === 0) return withoutMoney;
  const code = paid.currency.toUpperCase();
  const ofSubscription =
    paid.subscription_details?.metadata ?? paid.parent?.subscription_details?.metadata;
  const order: ShopOrder = {
    ...NO_PRODUCTS,
    ...touchOfFields(fieldsOf(paid.metadata, ofSubscription)),
    orderId: paid.id,
    ...byPayment(paid.payment_intent),
    totalText: decimalOf(paid.amount_paid, code),
    currency: code,
    email: paid.customer_email,
    customerId: paid.customer,
    orderedAt: timeOf(paid.created),
    state: 'placed',
    type: 'subscription',
  };
  return { kind: 'order', order };
}

/** The payment of an invoice, by which refunds and disputes name it; other ways to pay are not refunded by Stripe. */
function paymentOfInvoice(given: unknown): ShopEvent {
  const { invoice: orderId, payment } = invoicePayment.parse(given);
  const { payment_intent: transactionId } = payment;
  return transactionId === null ? withoutMoney : { kind: 'payment', orderId, transactionId };
}

/** The refund by which a charge's sum of refunds has grown. */
function refundOfCharge({ id, data }: Event): ShopEvent {
  const refunded = charge.parse(data.object);
  const orderId = refunded.invoice ?? refunded.payment_intent;
  const amount = refunded.amount_refunded - (data.previous_attributes?.amount_refunded ?? 0);
  if (orderId === null || amount <= 0) return withoutMoney;
  const amountText = decimalOf(amount, refunded.currency.toUpperCase());
  return { kind: 'refund', orderId, refund: { refundId: `stripe-${id}`, amountText } };
}

/** A dispute takes the money at once; one that is won later is booked by hand. */
function refundOfDispute({ data }: Event): ShopEvent {
  const { id, amount, currency, payment_intent: orderId } = dispute.parse(data.object);
  if (orderId === null || amount <= 0) return withoutMoney;
  const amountText = decimalOf(amount, currency.toUpperCase());
  return { kind: 'refund', orderId, refund: { refundId: `stripe-dispute-${id}`, amountText } };
}

/** Reads an event of Stripe; the type is in it. Throws a ZodError where the event does not match its type. */
export function readStripeEvent(payload: unknown): ShopEvent {
  const given = event.parse(payload);
  switch (given.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return orderOfSession(given.data.object);
    case 'invoice.paid':
      return orderOfInvoice(given.data.object);
    case 'invoice_payment.paid':
      return paymentOfInvoice(given.data.object);
    case 'charge.refunded':
      return refundOfCharge(given);
    case 'charge.dispute.created':
      return refundOfDispute(given);
    default:
      return ignored;
  }
}
