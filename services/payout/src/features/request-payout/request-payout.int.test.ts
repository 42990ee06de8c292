import { randomUUIDv7 } from 'node:crypto';
import { mock } from 'node:test';
import { conflict } from '@tributary/errors';
import { eventually } from '@tributary/testing';
import { HOUR_MS, MINUTE_MS } from '@tributary/units';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

const REQUEST = '/api/affiliate/payouts/request';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({
    RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
  });
});
afterAll(() => payout.close());

const untouched = async ({ id, who }: Affiliate, earned: number) => {
  expect(payout.ledger.balance(id)).toEqual({
    availableMinor: earned,
    reservedMinor: 0,
    paidMinor: 0,
  });
  expect((await payout.call('GET', '/api/payouts/list', { who })).body.payouts).toEqual([]);
};

describe('a requested payout', () => {
  it('is reserved, paid once and settled, and publishes each event once', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000, 7_000);
    const requested = await payout.request(ann, 100);
    expect(requested).toMatchObject({
      status: 200,
      body: {
        success: true,
        amount: 100,
        status: 'pending',
        reference_number: expect.stringMatching(/^PO-\d{8}-[A-Z2-9]{6}$/),
      },
    });
    const id = requested.body.payout_id;
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

  it('can be paid to a wallet', async () => {
    const ann = await payout.anAffiliate('ann@example.com', 8_000);
    const { body } = await payout.request(ann, 80);
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

  it('is reserved though the clock of another instance is a minute ahead', async () => {
    const ahead = await payout.startAnother(MINUTE_MS);
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const [isReserving, mayReserve] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const run = payout.ledger.run.bind(payout.ledger);
    const slow = mock.method(payout.ledger, 'run', async (...call: Parameters<typeof run>) => {
      if (call[1] === ann.id) {
        isReserving.resolve(undefined);
        await mayReserve.promise;
      }
      return run(...call);
    });
    const requested = payout.request(ann, 60);
    await isReserving.promise;
    // Its worker would claim what it takes for abandoned, or this call does.
    const claimed = await payout.depsOf(ahead).payouts.due(MINUTE_MS).claim(10);
    const stored = await payout.collection('payouts').findOne({ affiliateId: ann.id });
    mayReserve.resolve(undefined);
    expect(claimed).toEqual([]);
    expect(stored).toMatchObject({ step: 'reserving' });
    expect(stored?.['claim'] ?? null).toBeNull();
    expect(await requested).toMatchObject({ status: 200 });
    slow.mock.restore();
    await ahead.close();
  });

  it('can be repeated where the worker released it before the ledger reserved it', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    payout.ledger.refuse(ann.id, conflict('reservation_released'));
    const key = randomUUIDv7();
    const first = await payout.request(ann, 60, key);
    expect(first).toMatchObject({ status: 503, body: { error: 'payout_not_made' } });
    expect(first.headers.get('retry-after')).toBe('1');
    const repeated = await eventually(async () => {
      const { status, body } = await payout.request(ann, 60, key);
      return status === 200 ? body : undefined;
    });
    await payout.settled(repeated.payout_id, 'completed');
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
  });

  it('is refused with its reason, and nothing is reserved or shown', async () => {
    const ann = await payout.anAffiliate('acct_fine', 20_000);
    const other = await payout.anAffiliate();
    const path = '/api/payouts/accounts';
    const wallet = { provider: 'walletco_payouts', walletco_email: 'new@example.com' };
    const unverified = (await payout.call('POST', path, { who: ann.who, body: wallet })).body;
    const strict = await payout.openAccount(ann.who, 'acct_strict', { minimum_payout_amount: 80 });
    const inactive = await payout.openAccount(ann.who, 'acct_inactive');
    await payout.call('PUT', `${path}/${inactive}`, { who: ann.who, body: { is_active: false } });
    const refusals: [unknown, number, string][] = [
      [{ amount: 49.99, payment_method_id: ann.accountId }, 400, 'below_minimum'],
      [{ amount: 79.99, payment_method_id: strict }, 400, 'below_minimum'],
      [{ amount: 200.01, payment_method_id: ann.accountId }, 400, 'insufficient_balance'],
      [{ amount: 200.01, payment_method_id: ann.accountId }, 400, 'insufficient_balance'],
      [
        { amount: 60, payment_method_id: unverified.account.id },
        400,
        'payment_method_not_verified',
      ],
      [{ amount: 60, payment_method_id: inactive }, 400, 'payment_method_not_verified'],
      [{ amount: 60, payment_method_id: other.accountId }, 404, 'not_found'],
      [{ amount: 60, payment_method_id: randomUUIDv7() }, 404, 'not_found'],
    ];
    for (const [body, status, code] of refusals) {
      const answer = await payout.call('POST', REQUEST, { who: ann.who, body });
      expect([answer.status, answer.body.error]).toEqual([status, code]);
    }
    await untouched(ann, 20_000);
  });

  it('is refused with every invalid field named, also for the decimals that were sent', async () => {
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

  it('is for signed-in affiliates only', async () => {
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

describe('a large payout', () => {
  const old = { authAgeS: 901 };
  const refused = { status: 403, body: { error: 'step_up_required' } };

  it('requires that the person has proved who they are of late, and a small one does not', async () => {
    const ann = await payout.anAffiliate('acct_fine', 300_000);
    const stale = { ...ann, who: { ...ann.who, ...old } };
    expect(await payout.request(stale, 1_000.01)).toMatchObject(refused);
    const manual = { amount: 3_000, commission_ids: ann.commissions };
    expect(
      await payout.call('POST', '/api/payouts/create', { who: stale.who, body: manual }),
    ).toMatchObject(refused);
    await untouched(ann, 300_000);
    expect((await payout.request(stale, 1_000)).status).toBe(200);
    expect((await payout.request(ann, 1_000.01)).status).toBe(200);
  });

  it('requires a proof that is fresh by the clock of the process, as all else in its token', async () => {
    const ann = await payout.anAffiliate('acct_fine', 300_000);
    const ahead = await payout.startAnother(901_000);
    const body = { amount: 1_000.01, payment_method_id: ann.accountId };
    expect(
      await payout.call('POST', REQUEST, { who: ann.who, body, base: ahead.url }),
    ).toMatchObject(refused);
    await ahead.close();
  });

  it('may be requested by an API key, which cannot add or change an account', async () => {
    const ann = await payout.anAffiliate('acct_fine', 200_000);
    const key = { ...ann.who, scopes: ['payouts:write'] };
    const wallet = { provider: 'walletco_payouts', walletco_email: 'thief@example.com' };
    const keyRefused = { status: 403, body: { error: 'api_key_not_allowed' } };
    const path = '/api/payouts/accounts';
    expect(await payout.call('POST', path, { who: key, body: wallet })).toMatchObject(keyRefused);
    const change = { who: key, body: { is_default: true } };
    expect(await payout.call('PUT', `${path}/${ann.accountId}`, change)).toMatchObject(keyRefused);
    expect((await payout.request({ ...ann, who: key }, 1_500)).status).toBe(200);
  });
});

it('a payout account is added and changed by a person who has proved who they are of late', async () => {
  const ann = await payout.anAffiliate();
  const who = { ...ann.who, authAgeS: 901 };
  const path = '/api/payouts/accounts';
  const body = { provider: 'walletco_payouts', walletco_email: 'other@example.com' };
  const refused = { status: 403, body: { error: 'step_up_required' } };
  expect(await payout.call('POST', path, { who, body })).toMatchObject(refused);
  const change = { who, body: { payout_frequency: 'weekly' } };
  expect(await payout.call('PUT', `${path}/${ann.accountId}`, change)).toMatchObject(refused);
  expect((await payout.call('POST', path, { who: ann.who, body })).status).toBe(201);
});

describe('a requested payout to a changed destination', () => {
  const openSecond = async (ann: Affiliate): Promise<Affiliate> => {
    await payout.settled((await payout.request(ann, 60)).body.payout_id, 'completed');
    const accountId = await payout.openAccount(ann.who, 'acct_second');
    return { ...ann, accountId };
  };
  const held = { hold_reasons: [{ reason: 'payment_method_changed', until: expect.any(String) }] };

  it('that was added after earlier payouts is held for 72 hours, and the response states the reason', async () => {
    const ann = await openSecond(await payout.anAffiliate('acct_first', 6_000, 7_000));
    const requested = await payout.request(ann, 70);
    expect(requested).toMatchObject({ status: 200, body: { status: 'pending', ...held } });
    const until = Date.parse(String(requested.body.hold_reasons[0]?.until));
    expect(Math.round((until - Date.now()) / HOUR_MS)).toBe(72);
    const id = requested.body.payout_id;
    await eventually(() => payout.eventsOf(id).join() === 'payout.held.v1');
    const release = `/api/admin/payouts/${id}/release`;
    await payout.call('POST', release, { who: payout.admin, body: {} });
    await payout.settled(id, 'completed');
  });

  it('is not held for a change of the schedule, nor for the choice among accounts older than that', async () => {
    const ann = await payout.anAffiliate('acct_first', 6_000, 7_000, 8_000);
    const second = await openSecond(ann);
    const old = new Date(Date.now() - 73 * HOUR_MS);
    const age = { createdAt: old, changedAt: old, redirectedAt: old };
    await payout.collection('payout_accounts').updateMany({ affiliateId: ann.id }, { $set: age });
    const put = (accountId: string, body: object) =>
      payout.call('PUT', `/api/payouts/accounts/${accountId}`, { who: ann.who, body });
    await put(ann.accountId, { payout_frequency: 'weekly', auto_payout_enabled: true });
    await put(ann.accountId, { is_default: true });
    await put(second.accountId, { is_default: true });
    const requested = await payout.request(second, 70);
    expect(requested.body).not.toHaveProperty('hold_reasons');
    await payout.settled(requested.body.payout_id, 'completed');
    await put(second.accountId, { minimum_payout_amount: 55 });
    expect(await payout.request(second, 80)).toMatchObject({ status: 200, body: held });
  });
});

describe('an Idempotency-Key', () => {
  it('makes one payout of many calls, all with the same response', async () => {
    const ann = await payout.anAffiliate('acct_fine', 50_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => payout.request(ann, 60, 'the-same-key')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await payout.request(ann, 61, 'the-same-key')).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    });
    await payout.settled(answers[0]!.body.payout_id, 'completed');
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 44_000 });
  });

  it('gets a new payout where the first one could not be made', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    payout.ledger.fail('Reserve', 'after');
    const first = await payout.request(ann, 60, 'after-a-failure');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    await eventually(() => payout.ledger.balance(ann.id).availableMinor === 6_000);
    const second = await payout.request(ann, 60, 'after-a-failure');
    expect(second.status).toBe(200);
    await payout.settled(second.body.payout_id, 'completed');
    expect(await payout.request(ann, 60, 'after-a-failure')).toMatchObject({ body: second.body });
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
  });
});

it('another affiliate’s payout is not shown, nor whether it exists', async () => {
  const ann = await payout.anAffiliate('acct_fine', 6_000);
  const { body } = await payout.request(ann, 60);
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
