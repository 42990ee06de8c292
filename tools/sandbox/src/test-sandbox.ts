import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openSandbox } from './index.ts';
import type { Sandbox, SandboxOptions } from './index.ts';

/** Members of the answers that tests read; each answer has those of its own shape. */
export type WireBody = Readonly<{
  id: string;
  status: string;
  name: string;
  type: string;
  amount: number;
  created: number;
  has_more: boolean;
  data: readonly WireBody[];
  totals: unknown;
  failure_code: string | null;
  amount_reversed: number;
  payouts_enabled: boolean;
  delivery: Readonly<{ state: string; attempts: number }>;
  access_token: string;
  batch_header: Readonly<{ payout_batch_id: string; batch_status: string }>;
  batches: readonly Readonly<{ payout_batch_id: string }>[];
  payout_batch_id: string;
  payout_item_id: string;
  transaction_status: string;
  errors: Readonly<{ name: string }> | null;
  items: readonly WireBody[];
  transactions: readonly Readonly<{ amount: Readonly<{ value: string }> }>[];
  events: readonly WireBody[];
  total_items: number;
  total: number;
  faults: readonly WireBody[];
  messages: readonly WireBody[];
  requests: readonly ReceivedBody[];
}>;

export type ReceivedBody = Readonly<{
  headers: Readonly<Record<string, string>>;
  body: string;
  answered_status: number;
  signature: string;
  standard_signature: string;
}>;

/** The body of a provider’s callback. */
export type EventBody = Readonly<{
  id: string;
  type: string;
  event_type: string;
  create_time: string;
  data: Readonly<{ object: WireBody }>;
  resource: WireBody;
}>;

export type Answer = Readonly<{ status: number; headers: Headers; text: string; body: WireBody }>;

/** A sandbox of the test's own, fast, on free ports, whose callbacks go to its own receiver. */
export async function openTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await openSandbox({
    ports: { http: 0, smtp: 0 },
    log: pino({ level: 'silent' }),
    ...options,
    settings: { settle_ms: 20, slow_ms: 150, callback_retry_base_ms: 10, ...options.settings },
  });
  sandbox.settings.cardproc_callback_url = `${sandbox.urls.http}/receiver/cardproc`;
  sandbox.settings.walletco_callback_url = `${sandbox.urls.http}/receiver/walletco`;
  return sandbox;
}

export async function call(
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answered = (isJson ? JSON.parse(text) : {}) as WireBody;
  return { status: response.status, headers: response.headers, text, body: answered };
}

/** What the condition gives, as soon as it gives something. */
export async function eventually<Value>(
  condition: () => Promise<Value | undefined>,
  timeoutMs = 10_000,
): Promise<Value> {
  const endsAt = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined) return value;
    if (Date.now() > endsAt) throw new Error('The condition did not come true in time.');
    await pause(5);
  }
}

/** Cardproc's HTTP as a customer uses it. */
export function cardprocClient({ urls, keys }: Sandbox) {
  const headers = { authorization: `Bearer ${keys.cardprocApiKey}` };
  const base = `${urls.cardproc}/v1`;
  const get = (path: string): Promise<Answer> => call('GET', `${base}${path}`, undefined, headers);
  return {
    get,
    post: (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
      call('POST', `${base}${path}`, body, { ...headers, ...more }),
    transfer: (key: string, change: Readonly<Record<string, unknown>> = {}) =>
      call(
        'POST',
        `${base}/transfers`,
        { amount: 1234, currency: 'USD', destination: 'acct_ann', ...change },
        { ...headers, 'idempotency-key': key },
      ),
    /** The transfer once it has this status. */
    reach: (id: string, status: string) =>
      eventually(async () => {
        const { body } = await get(`/transfers/${id}`);
        return body.status === status ? body : undefined;
      }),
  };
}

export type PayoutItemInput = Readonly<{
  receiver: string;
  value?: string;
  currency?: string;
  sender_item_id?: string;
}>;

/** Walletco's HTTP as a customer uses it, signed in. */
export async function walletcoClient({ urls, keys }: Sandbox) {
  const base = `${urls.walletco}/v1`;
  const secret = `${keys.walletcoClientId}:${keys.walletcoClientSecret}`;
  const token = await call('POST', `${base}/oauth2/token`, 'grant_type=client_credentials', {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
  });
  const headers = { authorization: `Bearer ${token.body.access_token}` };
  const get = (path: string): Promise<Answer> => call('GET', `${base}${path}`, undefined, headers);
  const post = (path: string, body?: unknown): Promise<Answer> =>
    call('POST', `${base}${path}`, body, headers);
  return {
    get,
    post,
    payOut: (senderBatchId: string, items: readonly PayoutItemInput[]) =>
      post('/payments/payouts', batchBody(senderBatchId, items)),
    /** The batch's items once none is PENDING. */
    settled: (batchId: string) =>
      eventually(async () => {
        const { body } = await get(`/payments/payouts/${batchId}?page_size=1000`);
        return body.batch_header.batch_status === 'SUCCESS' ? body : undefined;
      }),
    /** The item once it has this status. */
    reach: (id: string, status: string) =>
      eventually(async () => {
        const { body } = await get(`/payments/payouts-item/${id}`);
        return body.transaction_status === status ? body : undefined;
      }),
  };
}

export function batchBody(senderBatchId: string, items: readonly PayoutItemInput[]) {
  return {
    sender_batch_header: { sender_batch_id: senderBatchId },
    items: items.map((item, at) => ({
      recipient_type: 'EMAIL',
      amount: { value: item.value ?? '12.34', currency: item.currency ?? 'USD' },
      receiver: item.receiver,
      sender_item_id: item.sender_item_id ?? `payout-${String(at)}`,
    })),
  };
}

/** What a receiver of the sandbox got, oldest first, once there are that many. */
export async function receivedBy(
  { urls }: Sandbox,
  name: string,
  count: number,
): Promise<ReceivedBody[]> {
  return eventually(async () => {
    const { body } = await call('GET', `${urls.http}/receiver/${name}?limit=1000`);
    return body.total >= count ? body.requests.toReversed() : undefined;
  });
}

/** The events that a provider's callbacks carried. */
export function eventsOf(callbacks: readonly ReceivedBody[]): EventBody[] {
  return callbacks.map(({ body }) => JSON.parse(body) as EventBody);
}

/** The first of a list that must not be empty. */
export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('There is none.');
  return item;
}
