import { z } from 'zod';
import { unauthenticated, unavailable } from '@tributary/errors';
import { formatAmount } from '@tributary/money';
import { type ProviderOutcome } from '../domain/provider-outcome.ts';
import { callbackOf, contentOf, refusalOf } from './answers.ts';
import { type ProviderAnswer, type ProviderHttp, type ProviderRequest } from './http.ts';
import { type Notice, type PaymentOrder, type Provider } from './provider.ts';
import { isSignedWith } from './signature.ts';

const item = z.object({
  payout_batch_id: z.string(),
  sender_batch_id: z.string(),
  transaction_id: z.string().nullable(),
  transaction_status: z.enum([
    'PENDING',
    'SUCCESS',
    'ONHOLD',
    'UNCLAIMED',
    'FAILED',
    'RETURNED',
    'BLOCKED',
    'REFUNDED',
    'REVERSED',
  ]),
  payout_item: z.object({ sender_item_id: z.string() }),
  errors: z.object({ name: z.string() }).nullable(),
});
type Item = z.output<typeof item>;
const created = z.object({ batch_header: z.object({ payout_batch_id: z.string() }) });
const duplicate = z.object({
  name: z.literal('DUPLICATE_REQUEST'),
  payout_batch_id: z.string().optional(),
});
const refusalCode = z.object({ name: z.string() }).transform(({ name }) => name.toLowerCase());
const batchList = z.object({ batches: z.array(z.object({ payout_batch_id: z.string() })) });
const batch = z.object({ items: z.array(item) });
const token = z.object({ access_token: z.string(), expires_in: z.number() });
const event = z.object({ resource_type: z.string(), resource: z.unknown() });

const states: Readonly<Record<Item['transaction_status'], ProviderOutcome['state']>> = {
  PENDING: 'pending',
  ONHOLD: 'pending',
  UNCLAIMED: 'pending',
  SUCCESS: 'paid',
  FAILED: 'failed',
  RETURNED: 'failed',
  BLOCKED: 'failed',
  REFUNDED: 'reversed',
  REVERSED: 'reversed',
};

const TOLERANCE_MS = 300_000;
const RENEW_BEFORE_S = 60;

const outcomeOf = (told: Item): ProviderOutcome => {
  const state = states[told.transaction_status];
  const reason = told.errors?.name.toLowerCase() ?? told.transaction_status.toLowerCase();
  return {
    state,
    transactionId: told.transaction_id,
    batchId: told.payout_batch_id,
    failureReason: state === 'failed' ? reason : null,
    failureIsTemporary: reason === 'temporary_error',
  };
};

const pendingIn = (batchId: string): ProviderOutcome => ({
  state: 'pending',
  transactionId: null,
  batchId,
  failureReason: null,
  failureIsTemporary: false,
});

export interface WalletcoSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

/** Payouts to a wallet, each a batch of its own whose id is unique for 30 days. */
export function openWalletco(http: ProviderHttp, settings: WalletcoSettings): Provider {
  const authorized = withToken(http, settings);

  const read = async (order: PaymentOrder, batchId: string): Promise<ProviderOutcome> => {
    const path = `/v1/payments/payouts/${encodeURIComponent(batchId)}`;
    const { items } = contentOf(await authorized({ method: 'GET', path }), batch);
    const own = items.find(({ payout_item: paid }) => paid.sender_item_id === order.payoutId);
    return own === undefined ? pendingIn(batchId) : outcomeOf(own);
  };

  const find = async (order: PaymentOrder): Promise<ProviderOutcome | undefined> => {
    const query = new URLSearchParams({ sender_batch_id: order.key });
    const path = `/v1/payments/payouts?${query.toString()}`;
    const [known] = contentOf(await authorized({ method: 'GET', path }), batchList).batches;
    return known === undefined ? undefined : read(order, known.payout_batch_id);
  };

  const submit = async (order: PaymentOrder): Promise<ProviderOutcome> => {
    const known = order.lookFirst ? await find(order) : undefined;
    if (known !== undefined) return known;
    const answer = await authorized({
      method: 'POST',
      path: '/v1/payments/payouts',
      body: JSON.stringify(batchOf(order)),
    });
    if (answer.status < 300) {
      return pendingIn(contentOf(answer, created).batch_header.payout_batch_id);
    }
    const twin = duplicate.safeParse(answer.body);
    if (!twin.success) return refusalOf(answer, refusalCode);
    const { payout_batch_id: batchId } = twin.data;
    return batchId === undefined
      ? ((await find(order)) ?? unclearTwin())
      : await read(order, batchId);
  };

  return {
    id: 'walletco_payouts',
    submit,
    look: (order, { batchId }) => (batchId === null ? submit(order) : read(order, batchId)),
    read: (callback) => readSigned(callback, settings.webhookSecret),
  };
}

function readSigned(
  { headers, rawBody, now }: Parameters<Provider['read']>[0],
  secret: string,
): Notice {
  const [id, time, hex] = ['id', 'time', 'sig'].map((part) =>
    String(headers[`walletco-transmission-${part}`] ?? ''),
  );
  const isFresh = Math.abs(now.getTime() - Date.parse(time ?? '')) <= TOLERANCE_MS;
  const signed = `${id ?? ''}|${time ?? ''}|${rawBody}`;
  if (!isFresh || !isSignedWith(secret, signed, hex ?? '')) {
    throw unauthenticated('invalid_signature', { message: 'The signature is missing or wrong' });
  }
  return noticeOf(rawBody);
}

const batchOf = ({ key, payoutId, destination, netMinor, currency }: PaymentOrder) => ({
  sender_batch_header: { sender_batch_id: key },
  items: [
    {
      recipient_type: 'EMAIL',
      amount: { value: formatAmount(netMinor, currency), currency },
      receiver: destination,
      sender_item_id: payoutId,
    },
  ],
});

function unclearTwin(): never {
  throw unavailable('provider_answer_unclear', {
    message: 'The payment provider knows this batch but does not show it',
  });
}

function noticeOf(rawBody: string): Notice {
  const { resource } = callbackOf(rawBody, event);
  const told = item.safeParse(resource);
  if (!told.success) return { kind: 'other' };
  const { payout_item: paid, sender_batch_id: key } = told.data;
  return { kind: 'payment', payoutId: paid.sender_item_id, key, outcome: outcomeOf(told.data) };
}

/** Calls with a token that is fetched when needed and renewed before it ends or when refused. */
function withToken(http: ProviderHttp, { clientId, clientSecret }: WalletcoSettings) {
  let kept: { text: string; until: number } | undefined;

  const fetchToken = async (): Promise<string> => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await http.call({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.status === 401) throw unavailable('provider_refused_our_key');
    const { access_token: text, expires_in: seconds } = contentOf(answer, token);
    kept = { text, until: performance.now() + (seconds - RENEW_BEFORE_S) * 1000 };
    return text;
  };

  return async (request: Omit<ProviderRequest, 'headers'>): Promise<ProviderAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      const current =
        kept !== undefined && kept.until > performance.now() ? kept.text : await fetchToken();
      const headers = { authorization: `Bearer ${current}`, 'content-type': 'application/json' };
      const answer = await http.call({ ...request, headers });
      if (answer.status !== 401) return answer;
      kept = undefined;
      if (attempt === 2) throw unavailable('provider_refused_our_key');
    }
  };
}
