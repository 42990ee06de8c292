import { z } from 'zod';
import { unauthenticated, unavailable } from '@tributary/errors';
import { type ProviderOutcome } from '../domain/payout.ts';
import { type ProviderAnswer, type ProviderHttp } from './http.ts';
import { type Notice, type PaymentOrder, type Provider } from './provider.ts';
import { isSignedWith } from './signature.ts';

const transfer = z.object({
  id: z.string(),
  status: z.enum(['pending', 'paid', 'failed', 'reversed']),
  failure_code: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
});
type Transfer = z.output<typeof transfer>;
const account = z.object({ id: z.string(), payouts_enabled: z.boolean() });
const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });
const refusal = z.object({ error: z.object({ code: z.string() }) });

const TEMPORARY = new Set(['temporarily_unavailable']);
const TOLERANCE_S = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const outcomeOf = ({ id, status, failure_code: code }: Transfer): ProviderOutcome => ({
  state: status,
  transactionId: id,
  batchId: null,
  failureReason: code,
  failureIsTemporary: code !== null && TEMPORARY.has(code),
});

/** A refusal made nothing, so it is a failure that is known for sure. */
function refused({ body }: ProviderAnswer): ProviderOutcome {
  const known = refusal.safeParse(body);
  return {
    state: 'failed',
    transactionId: null,
    batchId: null,
    failureReason: known.success ? known.data.error.code : 'refused_by_provider',
    failureIsTemporary: false,
  };
}

export interface CardprocSettings {
  readonly apiKey: string;
  readonly webhookSecret: string;
}

/** Transfers to an account that is connected with the card processor. */
export function openCardproc(
  http: ProviderHttp,
  settings: CardprocSettings,
): Provider & {
  /** Asks the provider to check an account; it calls back with the result. */
  startVerification(accountId: string): Promise<void>;
} {
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    'content-type': 'application/json',
  };

  const submit = async (order: PaymentOrder): Promise<ProviderOutcome> => {
    const answer = await http.call({
      method: 'POST',
      path: '/v1/transfers',
      headers: { ...headers, 'idempotency-key': order.key },
      body: JSON.stringify({
        amount: order.netMinor,
        currency: order.currency,
        destination: order.destination,
        metadata: { payout_id: order.payoutId, key: order.key },
      }),
    });
    if (answer.status === 401) throw unavailable('provider_refused_our_key');
    return answer.status < 300 ? outcomeOf(transfer.parse(answer.body)) : refused(answer);
  };

  return {
    id: 'cardproc_connect',
    submit,
    look: async (order, { transactionId }) => {
      // Not told yet: the same call again finds what it made.
      if (transactionId === null) return submit(order);
      const path = `/v1/transfers/${encodeURIComponent(transactionId)}`;
      const answer = await http.call({ method: 'GET', path, headers });
      return outcomeOf(transfer.parse(answer.body));
    },
    read: (callback) => readSigned(callback, settings.webhookSecret),
    startVerification: async (accountId) => {
      const path = `/v1/accounts/${encodeURIComponent(accountId)}/verification`;
      await http.call({ method: 'POST', path, headers, body: '{}' });
    },
  };
}

function readSigned(
  { headers, rawBody, now }: Parameters<Provider['read']>[0],
  secret: string,
): Notice {
  const [, time = '', hex = ''] = SIGNATURE.exec(String(headers['cardproc-signature'] ?? '')) ?? [];
  const isFresh = Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_S;
  if (!isFresh || !isSignedWith(secret, `${time}.${rawBody}`, hex)) {
    throw unauthenticated('invalid_signature', { message: 'The signature is missing or wrong' });
  }
  return noticeOf(rawBody);
}

function noticeOf(rawBody: string): Notice {
  const { type, data } = event.parse(JSON.parse(rawBody));
  if (type === 'account.updated') {
    const { id, payouts_enabled: isVerified } = account.parse(data.object);
    return { kind: 'account', destination: id, isVerified };
  }
  const told = transfer.safeParse(data.object);
  const payoutId = told.data?.metadata['payout_id'];
  if (!told.success || payoutId === undefined) return { kind: 'other' };
  const key = told.data.metadata['key'] ?? null;
  return { kind: 'payment', payoutId, key, outcome: outcomeOf(told.data) };
}
