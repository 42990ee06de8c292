import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

const REQUEST = '/api/affiliate/payouts/request';
const CREATE = '/api/payouts/create';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({
    RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
  });
});
afterAll(() => payout.close());

const request = ({ who, accountId }: Affiliate, amount: number, key?: string) =>
  payout.call('POST', REQUEST, {
    who,
    body: { amount, payment_method_id: accountId },
    ...(key === undefined ? {} : { key }),
  });
const create = ({ who }: Affiliate, amount: number, commission_ids: readonly string[]) =>
  payout.call('POST', CREATE, { who, body: { amount, commission_ids } });

const untouched = async ({ id, who }: Affiliate, earned: number) => {
  expect(payout.ledger.balance(id)).toEqual({
    availableMinor: earned,
    reservedMinor: 0,
    paidMinor: 0,
  });
  expect((await payout.call('GET', '/api/payouts/list', { who })).body.payouts).toEqual([]);
};

describe('a requested payout', () => {
  it('is reserved, paid once and settled, and tells each of it once', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000, 7_000);
    const asked = await request(ann, 100);
    expect(asked).toMatchObject({
      status: 200,
      body: {
        success: true,
        amount: 100,
        status: 'pending',
        reference_number: expect.stringMatching(/^PO-\d{8}-[A-Z2-9]{6}$/),
      },
    });
    const id = asked.body.payout_id;
    const done = await payout.settled(id, 'completed');
    const [transfer, ...more] = await payout.transfersOf(id);
    expect(more).toEqual([]);
    // 0.25 and 0.25 % of 100.00.
    expect(transfer).toMatchObject({ amount: 9_950, status: 'paid' });
    expect(done).toMatchObject({
      amount: 100,
      fee_amount: 0.5,
      net_amount: 99.5,
      currency: 'USD',
      provider: 'cardproc_connect',
      cardproc_payout_id: transfer?.id,
      transaction_id: transfer?.id,
      walletco_payout_batch_id: null,
      commission_ids: ann.commissions,
      commission_count: 2,
      failure_reason: null,
      can_retry: false,
      retry_count: 0,
    });
    expect(payout.ledger.balance(ann.id)).toEqual({
      availableMinor: 3_000,
      reservedMinor: 0,
      paidMinor: 10_000,
    });
    expect(payout.ledger.effectsOf(id)).toEqual(['Reserve', 'Settle']);
    await eventually(() => {
      expect(payout.eventsOf(id)).toEqual([
        'payment.initiated.v1',
        'payment.processing.v1',
        'payment.completed.v1',
        'payout.completed.v1',
      ]);
      return true;
    });
    await showsUp(ann, id);
  });

  const showsUp = async ({ who, id: user_id }: Affiliate, id: string) => {
    const get = async (path: string) => (await payout.call('GET', path, { who })).body;
    expect(await get('/api/affiliate/payouts')).toMatchObject([
      {
        id,
        amount: 100,
        status: 'completed',
        payment_method: 'bank_transfer',
        payment_details: { provider: 'cardproc_connect', destination: 'acct_***fine' },
        commission_count: 2,
      },
    ]);
    expect(await get('/api/affiliate/payouts?status=processing')).toEqual([]);
    expect(await get('/api/payouts/list?status=completed&limit=1')).toMatchObject({
      success: true,
      payouts: [{ id, fee_amount: 0.5, net_amount: 99.5 }],
      total: 1,
      limit: 1,
      offset: 0,
    });
    expect(await get('/api/commissions/payment-history')).toMatchObject({
      payments: [{ id, net_amount: 99.5, payment_method_type: 'bank_transfer' }],
      total: 1,
      page: 1,
      page_size: 20,
      total_pages: 1,
    });
    expect(await get('/api/affiliate/payouts/summary')).toMatchObject({
      next_payout_date: expect.stringMatching(/-01T00:00:00\.000Z$/),
      minimum_payout_amount: 50,
      available_balance: 30,
      pending_payouts: 0,
      lifetime_payouts: 100,
      last_payout: { id, status: 'completed' },
    });
    expect(await get('/api/payouts/balance/current')).toMatchObject({
      balance: { user_id, available_balance: 30, total_paid_out: 100, currency: 'USD' },
    });
  };

  it('goes to a wallet as well', async () => {
    const ann = await payout.anAffiliate('ann@example.com', 8_000);
    const { body } = await request(ann, 80);
    const done = await payout.settled(body.payout_id, 'completed');
    expect(done).toMatchObject({
      fee_amount: 1.6,
      net_amount: 78.4,
      provider: 'walletco_payouts',
      cardproc_payout_id: null,
      walletco_payout_batch_id: expect.stringMatching(/^batch_/),
      transaction_id: expect.stringMatching(/^wtx_/),
      walletco_payout_item_id: expect.stringMatching(/^item_/),
    });
    expect(payout.ledger.effectsOf(body.payout_id)).toEqual(['Reserve', 'Settle']);
  });

  it('is refused with its reason, and nothing is reserved or shown', async () => {
    const ann = await payout.anAffiliate('acct_fine', 20_000);
    const other = await payout.anAffiliate();
    const path = '/api/payouts/accounts';
    const wallet = { provider: 'walletco_payouts', walletco_email: 'new@example.com' };
    const unverified = (await payout.call('POST', path, { who: ann.who, body: wallet })).body;
    const strict = await payout.openAccount(ann.who, 'acct_strict', { minimum_payout_amount: 80 });
    const asleep = await payout.openAccount(ann.who, 'acct_asleep');
    await payout.call('PUT', `${path}/${asleep}`, { who: ann.who, body: { is_active: false } });
    const refusals: [unknown, number, string][] = [
      [{ amount: 49.99, payment_method_id: ann.accountId }, 400, 'below_minimum'],
      [{ amount: 79.99, payment_method_id: strict }, 400, 'below_minimum'],
      [{ amount: 200.01, payment_method_id: ann.accountId }, 400, 'insufficient_balance'],
      [
        { amount: 60, payment_method_id: unverified.account.id },
        400,
        'payment_method_not_verified',
      ],
      [{ amount: 60, payment_method_id: asleep }, 400, 'payment_method_not_verified'],
      [{ amount: 60, payment_method_id: other.accountId }, 404, 'not_found'],
      [{ amount: 60, payment_method_id: randomUUIDv7() }, 404, 'not_found'],
    ];
    for (const [body, status, code] of refusals) {
      const answer = await payout.call('POST', REQUEST, { who: ann.who, body });
      expect([answer.status, answer.body.error]).toEqual([status, code]);
    }
    await untouched(ann, 20_000);
  });

  it('names every field that is wrong, amounts by their characters', async () => {
    const ann = await payout.anAffiliate('acct_fine', 20_000);
    const method = `"payment_method_id":"${ann.accountId}"`;
    const wrong: [string, string][] = [
      [`{"amount":60.001,${method}}`, 'amount'],
      [`{"amount":60.000,${method}}`, 'amount'],
      [`{"amount":60000e-3,${method}}`, 'amount'],
      [`{"amount":-60,${method}}`, 'amount'],
      [`{"amount":0,${method}}`, 'amount'],
      [`{"amount":1e30,${method}}`, 'amount'],
      [`{"amount":"60",${method}}`, 'amount'],
      [`{"amount":null,${method}}`, 'amount'],
      [`{"amount":[60],${method}}`, 'amount'],
      [`{${method}}`, 'amount'],
      ['{"amount":60,"payment_method_id":"mine"}', 'payment_method_id'],
      [`{"amount":60,${method},"currency":"USD"}`, 'currency'],
    ];
    for (const [body, field] of wrong) {
      const answer = await payout.call('POST', REQUEST, { who: ann.who, body });
      expect([body, answer.status, answer.body.error]).toEqual([body, 400, 'invalid_request']);
      expect(answer.body.message).toContain(`${field}: `);
    }
    await untouched(ann, 20_000);
    const exponent = await payout.call('POST', REQUEST, {
      who: ann.who,
      body: `{"amount":6.05e1,${method}}`,
    });
    expect(exponent).toMatchObject({ status: 200, body: { amount: 60.5 } });
  });

  it('is for affiliates who are signed in', async () => {
    const body = { amount: 60, payment_method_id: randomUUIDv7() };
    const statusFor = async (role?: 'brand' | 'admin') => {
      const who = role === undefined ? {} : { who: { role } };
      return (await payout.call('POST', REQUEST, { ...who, body })).status;
    };
    expect([await statusFor(), await statusFor('brand'), await statusFor('admin')]).toEqual([
      401, 403, 403,
    ]);
  });
});

describe('a manual payout', () => {
  it('pays exactly what is named, and is on its way at once', async () => {
    const ann = await payout.anAffiliate('acct_fine', 5_500, 9_900, 500);
    const [first = '', , third = ''] = ann.commissions;
    const made = await create(ann, 60, [first, third]);
    expect(made).toMatchObject({
      status: 201,
      body: {
        success: true,
        payout: { amount: 60, status: 'in_transit', provider: 'cardproc_connect' },
      },
    });
    const done = await payout.settled(made.body.payout.id, 'completed');
    expect(done.commission_ids).toEqual([first, third]);
    expect(payout.ledger.balance(ann.id)).toMatchObject({
      availableMinor: 9_900,
      paidMinor: 6_000,
    });
  });

  it('is refused with its reason, and nothing is reserved', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000, 7_000, 8_000, 9_000);
    const other = await payout.anAffiliate('acct_fine', 6_000);
    const [paid = '', taken = '', cancelled = '', free = ''] = ann.commissions;
    await payout.settled((await create(ann, 60, [paid])).body.payout.id, 'completed');
    payout.ledger.cancel(cancelled);
    payout.ledger.reserve({
      payoutId: randomUUIDv7(),
      affiliateId: ann.id,
      amountMinor: 7_000,
      commissionIds: [taken],
    });
    const before = payout.ledger.balance(ann.id);
    const refusals: [number, string[], number, string][] = [
      [60, [paid], 409, 'commission_already_paid'],
      [70, [taken], 409, 'commission_in_another_payout'],
      [80, [cancelled], 409, 'commission_not_approved'],
      [60, [randomUUIDv7()], 404, 'commission_not_found'],
      [60, [...other.commissions], 404, 'commission_not_found'],
      [89.99, [free], 400, 'amount_mismatch'],
      [49, [free], 400, 'below_minimum'],
      [90, [], 400, 'invalid_request'],
      [180, [free, free], 400, 'invalid_request'],
      [90, ['mine'], 400, 'invalid_request'],
    ];
    for (const [amount, ids, status, code] of refusals) {
      const answer = await create(ann, amount, ids);
      expect([answer.status, answer.body.error]).toEqual([status, code]);
    }
    expect(payout.ledger.balance(ann.id)).toEqual(before);
    const nobody = { id: randomUUIDv7(), role: 'affiliate' as const };
    const body = { amount: 60, commission_ids: [randomUUIDv7()] };
    expect((await payout.call('POST', CREATE, { who: nobody, body })).body.error).toBe(
      'no_payment_method',
    );
  });

  it('waits where the account changed lately, until an administrator lets it go on', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const path = `/api/payouts/accounts/${ann.accountId}`;
    await payout.call('PUT', path, { who: ann.who, body: { minimum_payout_amount: 55 } });
    const made = await create(ann, 60, ann.commissions);
    const id = made.body.payout.id;
    expect(made).toMatchObject({ status: 201, body: { payout: { status: 'pending' } } });
    expect(payout.ledger.balance(ann.id).reservedMinor).toBe(6_000);

    const decide = (verb: string, who = payout.admin) =>
      payout.call('POST', `/api/admin/payouts/${id}/${verb}`, { who, body: {} });
    expect((await decide('release', ann.who)).status).toBe(403);
    const { body } = await payout.call('GET', `/api/payouts/${id}`, { who: ann.who });
    expect(body.payout).toMatchObject({
      failure_reason: null,
      hold_reasons: [{ code: 'payment_method_changed' }],
    });
    await eventually(() => payout.eventsOf(id).join() === 'payout.held.v1');
    expect((await decide('release')).status).toBe(200);
    expect((await decide('release')).status).toBe(409);
    await payout.settled(id, 'completed');
    expect(await payout.transfersOf(id)).toHaveLength(1);
  });

  it('waits where a second destination was verified after payouts to the first', async () => {
    const ann = await payout.anAffiliate('acct_first', 6_000, 7_000);
    const second = { provider: 'cardproc_connect', cardproc_account_id: 'acct_second' };
    // Added while nothing had been paid, verified after something was: no other change than that.
    const opened = await payout.call('POST', '/api/payouts/accounts', {
      who: ann.who,
      body: second,
    });
    const [early = '', late = ''] = ann.commissions;
    const first = await create(ann, 60, [early]);
    expect(first.body.payout.status).toBe('in_transit');
    await payout.settled(first.body.payout.id, 'completed');
    const path = `/api/admin/payouts/accounts/${opened.body.account.id}/verification`;
    await payout.call('PUT', path, { who: payout.admin, body: { is_verified: true } });
    const made = await create(ann, 70, [late]);
    expect(made).toMatchObject({ status: 201, body: { payout: { status: 'pending' } } });
    expect((await payout.settled(made.body.payout.id, 'pending')).hold_reasons).toMatchObject([
      { code: 'payment_method_changed' },
    ]);
    await eventually(() => payout.eventsOf(made.body.payout.id).join() === 'payout.held.v1');
  });

  it.each([
    ['is_active', 'affiliate', (id: string) => `/api/payouts/accounts/${id}`],
    ['is_verified', 'admin', (id: string) => `/api/admin/payouts/accounts/${id}/verification`],
  ])(
    'that waits goes on only while its account may be paid to: not without %s',
    async (field, by, pathOf) => {
      const ann = await payout.anAffiliate('acct_fine', 6_000);
      const who = by === 'admin' ? payout.admin : ann.who;
      const terms = { who: ann.who, body: { minimum_payout_amount: 55 } };
      await payout.call('PUT', `/api/payouts/accounts/${ann.accountId}`, terms);
      const id = (await create(ann, 60, ann.commissions)).body.payout.id;
      const set = (value: boolean) =>
        payout.call('PUT', pathOf(ann.accountId), { who, body: { [field]: value } });
      const release = () =>
        payout.call('POST', `/api/admin/payouts/${id}/release`, { who: payout.admin, body: {} });
      await set(false);
      expect(await release()).toMatchObject({
        status: 400,
        body: { error: 'payment_method_not_verified' },
      });
      expect((await payout.settled(id, 'pending')).hold_reasons).toHaveLength(1);
      await set(true);
      expect((await release()).status).toBe(200);
      await payout.settled(id, 'completed');
    },
  );

  it('is released again where an administrator refuses it, and no provider was asked', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const path = `/api/payouts/accounts/${ann.accountId}`;
    await payout.call('PUT', path, { who: ann.who, body: { payout_frequency: 'manual' } });
    const id = (await create(ann, 60, ann.commissions)).body.payout.id;
    const refused = await payout.call('POST', `/api/admin/payouts/${id}/refuse`, {
      who: payout.admin,
      body: {},
    });
    expect(refused).toMatchObject({ status: 200, body: { payout: { status: 'pending' } } });
    const failed = await payout.settled(id, 'failed');
    expect(failed).toMatchObject({ failure_reason: 'refused_by_review', can_retry: false });
    expect(await payout.transfersOf(id)).toEqual([]);
    await eventually(() => {
      expect(payout.eventsOf(id)).toEqual(['payout.held.v1', 'payout.failed.v1']);
      return true;
    });
    expect(payout.ledger.balance(ann.id).availableMinor).toBe(6_000);
  });
});

describe('an Idempotency-Key', () => {
  it('makes one payout of many calls, all with the same answer', async () => {
    const ann = await payout.anAffiliate('acct_fine', 50_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => request(ann, 60, 'the-same-key')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await request(ann, 61, 'the-same-key')).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    });
    await payout.settled(answers[0]!.body.payout_id, 'completed');
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 44_000 });
  });

  it('gets a new payout where the first one could not be made', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    payout.ledger.fail('Reserve', 'after');
    const first = await request(ann, 60, 'after-a-failure');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    await eventually(() => payout.ledger.balance(ann.id).availableMinor === 6_000);
    const second = await request(ann, 60, 'after-a-failure');
    expect(second.status).toBe(200);
    await payout.settled(second.body.payout_id, 'completed');
    expect(await request(ann, 60, 'after-a-failure')).toMatchObject({ body: second.body });
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
  });
});

it('shows nobody else’s payout, nor whether it exists', async () => {
  const ann = await payout.anAffiliate('acct_fine', 6_000);
  const { body } = await request(ann, 60);
  const who = { role: 'affiliate' as const };
  const get = (id: string) => payout.call('GET', `/api/payouts/${id}`, { who });
  const [foreign, absent, malformed] = [
    await get(body.payout_id),
    await get(randomUUIDv7()),
    await get('1'),
  ];
  expect([foreign.status, absent.status, malformed.status]).toEqual([404, 404, 404]);
  expect(foreign.body).toEqual(absent.body);
  await payout.settled(body.payout_id, 'completed');
});
