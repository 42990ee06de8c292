import { z } from 'zod';
import { unauthenticated, unavailable } from '@tributary/errors';
import { formatAmount } from '@tributary/money';
import { mapConcurrent } from '@tributary/work';
import { type ProviderOutcome } from '../../../domain/provider-outcome.ts';
import { type ProviderPayment } from '../../../domain/reconciliation.ts';
import { jsonOf, contentOf, refusalOf } from '../responses.ts';
import { type ProviderResponse, type ProviderHttp, type ProviderRequest } from '../http.ts';
import {
  type GroupResult,
  type ProviderCallback,
  type PaymentOrder,
  type Provider,
} from '../provider.ts';
import { isSignedWith } from '../signature.ts';
import { paymentOf, isTemporary, item, type Item, outcomeOf, pendingIn } from './item.ts';
import { withToken } from './token.ts';

const created = z.object({ batch_header: z.object({ payout_batch_id: z.string() }) });
const duplicate = z.object({
  name: z.literal('DUPLICATE_REQUEST'),
  payout_batch_id: z.string().optional(),
});
const refusals = {
  code: z.object({ name: z.string() }).transform(({ name }) => name.toLowerCase()),
  isTemporary,
};
const batchList = z.object({
  batches: z.array(z.object({ payout_batch_id: z.string() })),
  total_pages: z.int(),
});
const batch = z.object({ items: z.array(item) });
/** More than a batch can have. */
const ITEMS = 1_000;
const BATCHES = 100;
const READS_AT_ONCE = 8;
const event = z.object({ resource_type: z.string(), resource: z.unknown() });

const TOLERANCE_MS = 300_000;

export interface WalletcoSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

type Call = (request: Omit<ProviderRequest, 'headers'>) => Promise<ProviderResponse>;

/** Payments to wallets, each in its own batch or in groups; a batch's key is unique for 30 days. */
export function openWalletco(http: ProviderHttp, settings: WalletcoSettings): Provider {
  const queries = queriesOf(withToken(http, settings));

  const submit = async (order: PaymentOrder): Promise<ProviderOutcome> => {
    const made = await queries.make(order.key, [order]);
    if (made.kind === 'refused') return refusalOf(made.answer, refusals);
    if (made.isNew) return pendingIn(made.batchId);
    return outcomeIn(await queries.itemsOf(made.batchId), order, made.batchId);
  };

  const submitGroup = async (
    key: string,
    orders: readonly PaymentOrder[],
  ): Promise<GroupResult> => {
    const made = await queries.make(key, orders);
    if (made.kind === 'refused') {
      // Throws where a batch may exist after all.
      refusalOf(made.answer, refusals);
      return { kind: 'refused' };
    }
    const items = await queries.itemsOf(made.batchId);
    const outcomes = items.map((one) => [one.payout_item.sender_item_id, outcomeOf(one)] as const);
    return { kind: 'accepted', outcomes: new Map(outcomes) };
  };

  return {
    id: 'walletco_payouts',
    submit,
    submitGroup,
    checkPayment: async (order, { batchId, itemId }) => {
      if (itemId !== null) return outcomeOf(await queries.getItem(itemId));
      // Its response was lost: the same call finds the batch.
      if (batchId === null) return submit(order);
      return outcomeIn(await queries.itemsOf(batchId), order, batchId);
    },
    listPayments: queries.listPayments,
    parseCallback: (callback) => parseSigned(callback, settings.webhookSecret),
  };
}

const outcomeIn = (
  items: readonly Item[],
  order: PaymentOrder,
  batchId: string,
): ProviderOutcome => {
  const own = items.find(({ payout_item: paid }) => paid.sender_item_id === order.payoutId);
  return own === undefined ? pendingIn(batchId) : outcomeOf(own);
};

type BatchResult =
  | { readonly kind: 'made'; readonly batchId: string; readonly isNew: boolean }
  | { readonly kind: 'refused'; readonly answer: ProviderResponse };

/** Calls to the wallet's batches and items. */
function queriesOf(call: Call) {
  const find = async (key: string): Promise<string | undefined> => {
    const query = new URLSearchParams({ sender_batch_id: key });
    const path = `/v1/payments/payouts?${query.toString()}`;
    const [known] = contentOf(await call({ method: 'GET', path }), batchList).batches;
    return known?.payout_batch_id;
  };

  const itemsOf = async (batchId: string): Promise<Item[]> => {
    const path = `/v1/payments/payouts/${encodeURIComponent(batchId)}?page_size=${String(ITEMS)}`;
    return contentOf(await call({ method: 'GET', path }), batch).items;
  };

  async function* listPayments(since: Date): AsyncIterable<ProviderPayment> {
    // The end is fixed, so that new batches do not shift the pages.
    const span = { start_time: since.toISOString(), end_time: new Date().toISOString() };
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const paging = { page: String(page), page_size: String(BATCHES) };
      const query = new URLSearchParams({ ...span, ...paging });
      const path = `/v1/payments/payouts?${query.toString()}`;
      const { batches, total_pages } = contentOf(await call({ method: 'GET', path }), batchList);
      pages = total_pages;
      const items = await mapConcurrent(batches, READS_AT_ONCE, (one) =>
        itemsOf(one.payout_batch_id),
      );
      yield* items.flat().map(paymentOf);
    }
  }

  return {
    itemsOf,
    listPayments,

    getItem: async (itemId: string): Promise<Item> => {
      const path = `/v1/payments/payouts-item/${encodeURIComponent(itemId)}`;
      return contentOf(await call({ method: 'GET', path }), item);
    },

    /** Makes a batch, or finds the one with this key. */
    make: async (key: string, orders: readonly PaymentOrder[]): Promise<BatchResult> => {
      const known = orders.some(({ checkBeforeRetry }) => checkBeforeRetry)
        ? await find(key)
        : undefined;
      if (known !== undefined) return { kind: 'made', batchId: known, isNew: false };
      const body = JSON.stringify(batchOf(key, orders));
      const answer = await call({ method: 'POST', path: '/v1/payments/payouts', body });
      if (answer.status < 300) {
        const batchId = contentOf(answer, created).batch_header.payout_batch_id;
        return { kind: 'made', batchId, isNew: true };
      }
      const existing = duplicate.safeParse(answer.body);
      if (!existing.success) return { kind: 'refused', answer };
      const batchId = existing.data.payout_batch_id ?? (await find(key)) ?? hiddenBatch();
      return { kind: 'made', batchId, isNew: false };
    },
  };
}

function parseSigned(
  { headers, rawBody, now }: Parameters<Provider['parseCallback']>[0],
  secret: string,
): ProviderCallback {
  const [id, time, hex] = ['id', 'time', 'sig'].map((part) =>
    String(headers[`walletco-transmission-${part}`] ?? ''),
  );
  const isFresh = Math.abs(now.getTime() - Date.parse(time ?? '')) <= TOLERANCE_MS;
  const signed = `${id ?? ''}|${time ?? ''}|${rawBody}`;
  if (!isFresh || !isSignedWith(secret, signed, hex ?? '')) {
    throw unauthenticated('invalid_signature', { message: 'The signature is missing or wrong' });
  }
  return callbackFrom(rawBody);
}

const batchOf = (key: string, orders: readonly PaymentOrder[]) => ({
  sender_batch_header: { sender_batch_id: key },
  items: orders.map(({ payoutId, destination, netMinor, currency }) => ({
    recipient_type: 'EMAIL',
    amount: { value: formatAmount(netMinor, currency), currency },
    receiver: destination,
    sender_item_id: payoutId,
  })),
});

function hiddenBatch(): never {
  throw unavailable('provider_answer_unclear', {
    message: 'The payment provider has a batch with this key but does not list it',
  });
}

function callbackFrom(rawBody: string): ProviderCallback {
  const { resource } = jsonOf(rawBody, event);
  const parsed = item.safeParse(resource);
  if (!parsed.success) return { kind: 'other' };
  const { payout_item: paid, sender_batch_id: key } = parsed.data;
  return { kind: 'payment', payoutId: paid.sender_item_id, key, outcome: outcomeOf(parsed.data) };
}
