import { z } from 'zod';
import { unauthenticated, unavailable } from '@tributary/errors';
import { type ProviderOutcome } from '../../../domain/provider-outcome.ts';
import { type ProviderPayment } from '../../../domain/reconciliation.ts';
import { jsonOf, contentOf, refusalOf } from '../responses.ts';
import { type ProviderResponse, type ProviderHttp, type ProviderRequest } from '../http.ts';
import { type ProviderCallback, type PaymentOrder, type Provider } from '../provider.ts';
import { isSignedWith } from '../signature.ts';

const transfer = z.object({
  id: z.string(),
  status: z.enum(['pending', 'paid', 'failed', 'reversed']),
  amount: z.int(),
  currency: z.string(),
  failure_code: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
});
type Transfer = z.output<typeof transfer>;
const account = z.object({ id: z.string(), payouts_enabled: z.boolean() });
const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });
const refusalCode = z
  .object({ error: z.object({ code: z.string() }) })
  .transform(({ error }) => error.code);
const transferList = z.object({ data: z.array(transfer), has_more: z.boolean() });
const PAGE = 500;

const TEMPORARY = new Set(['temporarily_unavailable']);
const isTemporary = (code: string): boolean => TEMPORARY.has(code);
const TOLERANCE_S = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const outcomeOf = ({ id, status, failure_code: code }: Transfer): ProviderOutcome => ({
  state: status,
  transactionId: id,
  batchId: null,
  itemId: null,
  failureReason: code,
  failureIsTemporary: code !== null && isTemporary(code),
});

export interface CardprocSettings {
  readonly apiKey: string;
  readonly webhookSecret: string;
}

/** Transfers to an account that is connected with the card processor. */
export function openCardproc(http: ProviderHttp, settings: CardprocSettings): Provider {
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    'content-type': 'application/json',
  };
  const call = async (request: Omit<ProviderRequest, 'headers'>, key?: string) => {
    const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key };
    const answer = await http.call({ ...request, headers: keyed });
    if (answer.status === 401) throw unavailable('provider_refused_our_key');
    return answer;
  };

  const { find, listPayments } = queriesOf(call);

  const submit = async (order: PaymentOrder): Promise<ProviderOutcome> => {
    const known = order.checkBeforeRetry ? await find(order) : undefined;
    if (known !== undefined) return known;
    const body = JSON.stringify(transferOf(order));
    const answer = await call({ method: 'POST', path: '/v1/transfers', body }, order.key);
    if (answer.status < 300) return outcomeOf(contentOf(answer, transfer));
    // The key was used with another body, by another version of this program; its transfer counts.
    const existing = answer.status === 409 ? await find(order) : undefined;
    return existing ?? refusalOf(answer, { code: refusalCode, isTemporary });
  };

  return {
    id: 'cardproc_connect',
    submit,
    listPayments,
    checkPayment: async (order, { transactionId }) => {
      // Its response was lost: the same call finds the transfer.
      if (transactionId === null) return submit(order);
      const path = `/v1/transfers/${encodeURIComponent(transactionId)}`;
      return outcomeOf(contentOf(await call({ method: 'GET', path }), transfer));
    },
    parseCallback: (callback) => parseSigned(callback, settings.webhookSecret),
    accountChecks: checksOf(call),
  };
}

type Call = (request: Omit<ProviderRequest, 'headers'>) => Promise<ProviderResponse>;

function checksOf(call: Call): NonNullable<Provider['accountChecks']> {
  const pathOf = (accountId: string): string => `/v1/accounts/${encodeURIComponent(accountId)}`;
  return {
    start: async (accountId) => {
      const path = `${pathOf(accountId)}/verification`;
      contentOf(await call({ method: 'POST', path, body: '{}' }), account);
    },
    isVerified: async (accountId) => {
      const answer = await call({ method: 'GET', path: pathOf(accountId) });
      return answer.status === 404 ? undefined : contentOf(answer, account).payouts_enabled;
    },
  };
}

/** Queries of the card processor's transfers. */
function queriesOf(call: Call) {
  const find = async ({ payoutId, key }: PaymentOrder): Promise<ProviderOutcome | undefined> => {
    const query = new URLSearchParams({ 'metadata[payout_id]': payoutId });
    const answer = await call({ method: 'GET', path: `/v1/transfers?${query.toString()}` });
    const { data } = contentOf(answer, transferList);
    const own = data.find(({ metadata }) => metadata['key'] === key);
    return own === undefined ? undefined : outcomeOf(own);
  };

  async function* listPayments(since: Date): AsyncIterable<ProviderPayment> {
    const from = String(Math.floor(since.getTime() / 1000));
    for (let after: string | undefined; ;) {
      const query = new URLSearchParams({ limit: String(PAGE), 'created[gte]': from });
      if (after !== undefined) query.set('starting_after', after);
      const answer = await call({ method: 'GET', path: `/v1/transfers?${query.toString()}` });
      const { data, has_more: hasMore } = contentOf(answer, transferList);
      yield* data.map(paymentOf);
      after = data.at(-1)?.id;
      if (!hasMore || after === undefined) return;
    }
  }

  return { find, listPayments };
}

const paymentOf = (listed: Transfer): ProviderPayment => ({
  payoutId: listed.metadata['payout_id'] ?? null,
  key: listed.metadata['key'] ?? null,
  amountMinor: listed.amount,
  currency: listed.currency,
  outcome: outcomeOf(listed),
});

const transferOf = ({ payoutId, key, destination, netMinor, currency }: PaymentOrder) => ({
  amount: netMinor,
  currency,
  destination,
  metadata: { payout_id: payoutId, key },
});

function parseSigned(
  { headers, rawBody, now }: Parameters<Provider['parseCallback']>[0],
  secret: string,
): ProviderCallback {
  const [, time = '', hex = ''] = SIGNATURE.exec(String(headers['cardproc-signature'] ?? '')) ?? [];
  const isFresh = Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_S;
  if (!isFresh || !isSignedWith(secret, `${time}.${rawBody}`, hex)) {
    throw unauthenticated('invalid_signature', { message: 'The signature is missing or wrong' });
  }
  return callbackFrom(rawBody);
}

function callbackFrom(rawBody: string): ProviderCallback {
  const { type, data } = jsonOf(rawBody, event);
  if (type === 'account.updated') {
    const parsed = account.safeParse(data.object);
    if (!parsed.success) return { kind: 'other' };
    return { kind: 'account', destination: parsed.data.id };
  }
  const parsed = transfer.safeParse(data.object);
  const payoutId = parsed.data?.metadata['payout_id'];
  if (!parsed.success || payoutId === undefined) return { kind: 'other' };
  const key = parsed.data.metadata['key'] ?? null;
  return { kind: 'payment', payoutId, key, outcome: outcomeOf(parsed.data) };
}
