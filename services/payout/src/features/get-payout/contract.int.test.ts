import { exchangeRatesSet } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

/**
 * The endpoints’ responses have exactly the fields of the specification, 2.2, 2.3, 2.12, 4.1 and 4.2. Additional fields
 * are listed as ours.
 */
type Field = 'string' | 'number' | 'int' | 'boolean' | 'object' | 'array' | 'time' | 'date';
type Fields = Readonly<Record<string, Field | readonly [Field, 'null']>>;

const orNull = (field: Field): readonly [Field, 'null'] => [field, 'null'];
const isOf: Readonly<Record<Field, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  int: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  time: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
};

/** The value has exactly these fields, each of its type. */
function expectFields(value: unknown, specified: Fields, ours: readonly string[] = []): void {
  const record = value as Record<string, unknown>;
  expect(Object.keys(record).sort()).toEqual([...Object.keys(specified), ...ours].sort());
  const wrong = Object.entries(specified).filter(([name, type]) => {
    const found = record[name];
    if (typeof type === 'string') return !isOf[type](found);
    return found !== null && !isOf[type[0]](found);
  });
  expect(wrong.map(([name]) => [name, record[name]])).toEqual([]);
}

const account: Fields = {
  id: 'string',
  provider: 'string',
  cardproc_account_id: orNull('string'),
  walletco_email: orNull('string'),
  minimum_payout_amount: 'number',
  payout_frequency: 'string',
  auto_payout_enabled: 'boolean',
  is_verified: 'boolean',
  is_active: 'boolean',
  can_receive_payouts: 'boolean',
};
const accountOurs = ['is_default', 'created_at'];
const detail: Fields = {
  id: 'string',
  amount: 'number',
  fee_amount: orNull('number'),
  net_amount: 'number',
  currency: 'string',
  status: 'string',
  provider: 'string',
  payment_method: 'string',
  payment_details: 'object',
  commission_count: 'int',
  requested_at: 'time',
  processed_at: orNull('time'),
  completed_at: orNull('time'),
  arrived_at: orNull('time'),
  transaction_id: orNull('string'),
  reference_number: 'string',
  cardproc_payout_id: orNull('string'),
  walletco_payout_batch_id: orNull('string'),
  walletco_payout_item_id: orNull('string'),
  description: orNull('string'),
  period_start: orNull('date'),
  period_end: orNull('date'),
  commission_ids: 'array',
  failure_reason: orNull('string'),
  can_retry: 'boolean',
  retry_count: 'int',
};

let payout: StartedPayout;
let ann: Affiliate;
let manualId: string;
let failedId: string;
beforeAll(async () => {
  payout = await startPayout();
  ann = await payout.anAffiliate('acct_fine', 6_000, 7_000, 8_000);
  const create = await payout.call('POST', '/api/payouts/create', {
    who: ann.who,
    body: { amount: 60, commission_ids: [ann.commissions[0]!], description: 'For May' },
  });
  expect(create.status).toBe(201);
  expectFields(create.body, { success: 'boolean', payout: 'object' });
  expectFields(create.body.payout, {
    id: 'string',
    amount: 'number',
    status: 'string',
    provider: 'string',
    created_at: 'time',
  });
  manualId = create.body.payout.id;
  await payout.settled(manualId, 'completed');
  const failing = await payout.openAccount(ann.who, 'temporary@example.com');
  // As if it had been added more than 72 hours ago: a payout to it is not held.
  await payout
    .collection('payout_accounts')
    .updateOne({ _id: failing }, { $set: { changedAt: null, redirectedAt: null } });
  const { body } = await payout.request({ ...ann, accountId: failing }, 70);
  failedId = body.payout_id;
  await payout.settled(failedId, 'failed');
});
afterAll(() => payout.close());

const get = async (path: string): Promise<Record<string, unknown>> => {
  const { status, body } = await payout.call('GET', path, { who: ann.who });
  expect(status).toBe(200);
  return body as unknown as Record<string, unknown>;
};
const listOf = (value: unknown) => value as Record<string, unknown>[];

it('POST, GET and PUT of accounts return an account as in 2.3', async () => {
  const body = { provider: 'walletco_payouts', walletco_email: 'new@example.com' };
  const made = await payout.call('POST', '/api/payouts/accounts', { who: ann.who, body });
  expect(made.status).toBe(201);
  expectFields(made.body, { success: 'boolean', account: 'object' }, ['hold_reasons']);
  expectFields(made.body.account, account, accountOurs);
  expect(made.body.account).toMatchObject({
    minimum_payout_amount: 50,
    payout_frequency: 'monthly',
    auto_payout_enabled: true,
    is_verified: false,
    can_receive_payouts: false,
  });
  const list = await get('/api/payouts/accounts');
  expectFields(list, { success: 'boolean', accounts: 'array' });
  for (const one of listOf(list['accounts'])) expectFields(one, account, accountOurs);
  const path = `/api/payouts/accounts/${made.body.account.id}`;
  const put = await payout.call('PUT', path, {
    who: ann.who,
    body: { auto_payout_enabled: false },
  });
  expectFields(put.body, { success: 'boolean', account: 'object' });
  expectFields(put.body.account, account, accountOurs);
});

it('POST /api/affiliate/payouts/request returns as in 4.2', async () => {
  const { status, body } = await payout.request(ann, 50);
  expect(status).toBe(200);
  expectFields(body, {
    success: 'boolean',
    message: 'string',
    payout_id: 'string',
    amount: 'number',
    status: 'string',
    reference_number: 'string',
  });
  await payout.settled(body.payout_id, 'completed');
});

it('GET /api/affiliate/payouts returns an array with the fields of 4.2', async () => {
  const all = await get('/api/affiliate/payouts');
  expect(Array.isArray(all)).toBe(true);
  const specified: Fields = {
    id: 'string',
    amount: 'number',
    status: 'string',
    payment_method: 'string',
    payment_details: 'object',
    requested_at: 'time',
    processed_at: orNull('time'),
    completed_at: orNull('time'),
    commission_count: 'int',
    reference_number: 'string',
  };
  for (const one of listOf(all)) expectFields(one, specified, ['currency']);
  for (const status of ['pending', 'processing', 'completed', 'failed']) {
    await get(`/api/affiliate/payouts?status=${status}&skip=0&limit=100`);
  }
});

it('GET /api/affiliate/payouts/summary returns as in 4.2', async () => {
  const summary = await get('/api/affiliate/payouts/summary');
  expectFields(
    summary,
    {
      next_payout_date: orNull('time'),
      minimum_payout_amount: 'number',
      available_balance: 'number',
      pending_payouts: 'number',
      lifetime_payouts: 'number',
      last_payout: orNull('object'),
    },
    ['currency'],
  );
  expectFields(summary['last_payout'], {
    id: 'string',
    amount: 'number',
    status: 'string',
    payment_method: 'string',
    requested_at: 'time',
    completed_at: orNull('time'),
    reference_number: 'string',
  });
});

it('converts the minimum by the rate in force to the currency’s decimals, and shows null without a rate', async () => {
  const rates = { base: 'USD', setBy: ann.id } as const;
  const minute = 60_000;
  const from = (ms: number) => new Date(Date.now() + ms).toISOString();
  const set = (effectiveFrom: string, given: Record<string, string>) =>
    payout.publish(exchangeRatesSet({ ...rates, effectiveFrom, rates: given }));
  await set(from(-9 * minute), { JPY: '0.01' });
  await set(from(-5 * minute), { JPY: '0.0064', KWD: '3.25' });
  await set(from(9 * minute), { JPY: '0.02', KWD: '1', EUR: '1.1' });
  await eventually(async () => (await payout.collection('exchange_rates').countDocuments()) === 6);
  const bob = await payout.anAffiliateWith({ minimum_payout_amount: 75.5 }, 'acct_bob');
  const minimumIn = async (currency: string, who = ann.who) => {
    const path = `/api/affiliate/payouts/summary?currency=${currency}`;
    const { body } = await payout.call('GET', path, { who });
    return (body as unknown as Record<string, unknown>)['minimum_payout_amount'];
  };
  // 7,812.5 yen; 15.3846… dinars.
  expect(await minimumIn('USD')).toBe(50);
  expect(await minimumIn('JPY')).toBe(7_812);
  expect(await minimumIn('KWD')).toBe(15.385);
  expect(await minimumIn('EUR')).toBeNull();
  expect(await minimumIn('JPY', bob.who)).toBe(11_797);
});

it('GET /api/payouts/list returns as in 4.2', async () => {
  const list = await get('/api/payouts/list');
  expectFields(list, {
    success: 'boolean',
    payouts: 'array',
    total: 'int',
    limit: 'int',
    offset: 'int',
  });
  const specified: Fields = {
    id: 'string',
    amount: 'number',
    fee_amount: orNull('number'),
    net_amount: 'number',
    status: 'string',
    provider: 'string',
    created_at: 'time',
    arrived_at: orNull('time'),
  };
  for (const one of listOf(list['payouts'])) expectFields(one, specified, ['currency']);
  expect(list).toMatchObject({ limit: 50, offset: 0 });
});

it('GET /api/payouts/{id} returns every field of 2.2, of completed and failed ones', async () => {
  const ours = ['created_at', 'batch_id', 'hold_reasons'];
  const done = await get(`/api/payouts/${manualId}`);
  expectFields(done, { success: 'boolean', payout: 'object' });
  expectFields(done['payout'], detail, ours);
  expect(done['payout']).toMatchObject({ description: 'For May', failure_reason: null });
  const failed = await get(`/api/payouts/${failedId}`);
  expectFields(failed['payout'], detail, ours);
  expect(failed['payout']).toMatchObject({
    failure_reason: 'temporary_error',
    can_retry: true,
    cardproc_payout_id: null,
    walletco_payout_batch_id: expect.stringMatching(/^batch_/),
    walletco_payout_item_id: expect.stringMatching(/^item_/),
  });
});

it('POST /api/payouts/{id}/retry returns as in 4.2, with no body', async () => {
  const path = `/api/payouts/${failedId}/retry`;
  const { status, body } = await payout.call('POST', path, { who: ann.who });
  expect(status).toBe(200);
  expectFields(body, { success: 'boolean', payout: 'object' });
  expectFields(body.payout, { id: 'string', status: 'string', retry_count: 'int' });
  expect(body.payout).toMatchObject({ status: 'in_transit', retry_count: 1 });
  await payout.settled(failedId, 'completed');
});

it('GET /api/payouts/balance/current returns 2.12', async () => {
  const body = await get('/api/payouts/balance/current');
  expectFields(body, { success: 'boolean', balance: 'object' });
  expectFields(body['balance'], {
    user_id: 'string',
    available_balance: 'number',
    pending_balance: 'number',
    total_paid_out: 'number',
    currency: 'string',
    last_updated: 'time',
  });
});

it('GET /api/commissions/payment-history returns the items of 2.2, with an invoice of what was paid', async () => {
  const page = await get('/api/commissions/payment-history?page=1&page_size=10');
  expectFields(page, {
    payments: 'array',
    total: 'int',
    page: 'int',
    page_size: 'int',
    total_pages: 'int',
  });
  for (const one of listOf(page['payments'])) {
    const specified: Fields = {
      id: 'string',
      amount: 'number',
      net_amount: 'number',
      currency: 'string',
      status: 'string',
      payment_method_type: 'string',
      transaction_id: orNull('string'),
      period_start: orNull('date'),
      period_end: orNull('date'),
      created_at: 'time',
      completed_at: orNull('time'),
      invoice_url: orNull('string'),
    };
    expectFields(one, specified, ['credit_note_url']);
    expect(one['invoice_url'] !== null).toBe(one['status'] === 'completed');
  }
});

it('records who changed which field of an account', async () => {
  const path = `/api/payouts/accounts/${ann.accountId}`;
  await payout.call('PUT', path, { who: ann.who, body: { minimum_payout_amount: 75.5 } });
  await eventually(async () => {
    const { changes } = (await get(`${path}/changes`)) as { changes: Record<string, unknown>[] };
    expect(changes.map((one) => one['changed_by'])).toEqual(['affiliate', 'admin', 'affiliate']);
    expect(changes[0]).toMatchObject({
      changes: [{ field: 'minimum_payout_amount', from: 50, to: 75.5 }],
    });
    expect(changes[1]).toMatchObject({
      changes: [{ field: 'is_verified', from: false, to: true }],
    });
    return true;
  });
  const stranger = { role: 'affiliate' as const };
  expect((await payout.call('GET', `${path}/changes`, { who: stranger })).status).toBe(404);
});

it('every wrong query is refused with its field named', async () => {
  const wrong: [string, string][] = [
    ['/api/affiliate/payouts?limit=101', 'limit'],
    ['/api/affiliate/payouts?limit=0', 'limit'],
    ['/api/affiliate/payouts?skip=-1', 'skip'],
    ['/api/affiliate/payouts?status=in_transit', 'status'],
    ['/api/affiliate/payouts?status[$ne]=failed', 'status[$ne]'],
    ['/api/payouts/list?limit=101', 'limit'],
    ['/api/payouts/list?offset=1e3', 'offset'],
    ['/api/payouts/list?status=processing', 'status'],
    ['/api/payouts/list?page=1', 'page'],
    ['/api/commissions/payment-history?page=0', 'page'],
    ['/api/commissions/payment-history?page_size=101', 'page_size'],
    ['/api/payouts/balance/current?currency=usd', 'currency'],
  ];
  for (const [path, field] of wrong) {
    const { status, body } = await payout.call('GET', path, { who: ann.who });
    expect([path, status, body.error]).toEqual([path, 400, 'invalid_request']);
    expect(body.message).toContain(field);
  }
});
