import { createHmac, randomUUIDv7 } from 'node:crypto';
import { app } from './app.ts';
import { cardprocConforming } from './providers/cardproc/conforming.ts';
import { type Affiliate, type StartedPayout, startPayout } from './testing/start-payout.ts';

const ACCOUNTS = '/api/payouts/accounts';
const REQUEST = '/api/affiliate/payouts/request';
const CREATE = '/api/payouts/create';

/** Every rule broken in every way: the documented code and shape, and nothing reserved. */
let payout: StartedPayout;
let ann: Affiliate;
let unverified: string;
let inactive: string;
let foreign: Affiliate;
const named = { paid: '', reserved: '', unapproved: '', free: '', other: '' };

beforeAll(async () => {
  payout = await startPayout({
    RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
  });
  ann = await payout.anAffiliate('acct_fine', 6_000, 7_000, 8_000, 9_000, 10_000);
  foreign = await payout.anAffiliate('acct_foreign', 6_000);
  const [paid = '', reserved = '', unapproved = '', free = '', other = ''] = ann.commissions;
  Object.assign(named, { paid, reserved, unapproved, free, other });
  const body = { amount: 60, commission_ids: [paid] };
  const made = await payout.call('POST', CREATE, { who: ann.who, body });
  await payout.settled(made.body.payout.id, 'completed');
  const elsewhere = { payoutId: randomUUIDv7(), affiliateId: ann.id };
  payout.ledger.reserve({ ...elsewhere, amountMinor: 7_000, commissionIds: [reserved] });
  payout.ledger.cancel(unapproved);
  const opened = await payout.call('POST', ACCOUNTS, {
    who: ann.who,
    body: { provider: 'walletco_payouts', walletco_email: 'new@example.com' },
  });
  unverified = opened.body.account.id;
  inactive = await payout.openAccount(ann.who, 'acct_inactive');
  await payout.call('PUT', `${ACCOUNTS}/${inactive}`, { who: ann.who, body: { is_active: false } });
});
afterAll(() => payout.close());

/** The shape of this area, and nothing besides. */
const SHAPE = ['detail', 'error', 'message'];
/** What any route may answer without saying so. */
const GENERAL = new Set(['invalid_request', 'not_found']);

const declaredBy = (path: string): readonly string[] =>
  (app(payout.deps()).routes ?? [])
    .filter((one) => one.path === path && one.method === 'post')
    .flatMap(({ errors }) => Object.keys(errors ?? {}));

const refusedFor = async (
  { id, who }: Pick<Affiliate, 'id' | 'who'>,
  [path, body]: readonly [string, unknown],
  status: number,
  code: string,
) => {
  const before = payout.ledger.balance(id);
  const answer = await payout.call('POST', path, { who, body });
  expect([body, answer.status, answer.body.error]).toEqual([body, status, code]);
  expect(Object.keys(answer.body).sort()).toEqual(SHAPE);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(payout.ledger.balance(id)).toEqual(before);
  if (!GENERAL.has(code)) expect(declaredBy(path)).toContain(code);
};
const refused = (path: string, body: unknown, status: number, code: string) =>
  refusedFor(ann, [path, body], status, code);

it.each([
  ['nothing', '0', 400, 'invalid_request'],
  ['less than nothing', '-60', 400, 'invalid_request'],
  ['less than the minimum', '49.99', 400, 'below_minimum'],
  ['three decimals', '60.001', 400, 'invalid_request'],
  ['three decimals of nought', '60.000', 400, 'invalid_request'],
  ['above the balance', '190.01', 400, 'insufficient_balance'],
  ['far above any balance', '1e15', 400, 'invalid_request'],
  ['text', '"60"', 400, 'invalid_request'],
  ['no number', 'true', 400, 'invalid_request'],
])('a request of %s is refused', async (_name, amount, status, code) => {
  await refused(
    REQUEST,
    `{"amount":${amount},"payment_method_id":"${ann.accountId}"}`,
    status,
    code,
  );
});

it.each([
  ['that is not verified', () => unverified, 400, 'payment_method_not_verified'],
  ['that is not active', () => inactive, 400, 'payment_method_not_verified'],
  ['of somebody else', () => foreign.accountId, 404, 'not_found'],
  ['that does not exist', () => randomUUIDv7(), 404, 'not_found'],
  ['that is no id', () => 'mine', 400, 'invalid_request'],
])('a request to an account %s is refused', async (_name, id, status, code) => {
  await refused(REQUEST, { amount: 60, payment_method_id: id() }, status, code);
});

it.each([
  [
    'a commission that is paid',
    () => ({ amount: 60, commission_ids: [named.paid] }),
    409,
    'commission_already_paid',
  ],
  [
    'one that is set aside',
    () => ({ amount: 70, commission_ids: [named.reserved] }),
    409,
    'commission_in_another_payout',
  ],
  [
    'one that is not approved',
    () => ({ amount: 80, commission_ids: [named.unapproved] }),
    409,
    'commission_not_approved',
  ],
  [
    'one of somebody else',
    () => ({ amount: 60, commission_ids: [...foreign.commissions] }),
    404,
    'commission_not_found',
  ],
  [
    'one that does not exist',
    () => ({ amount: 60, commission_ids: [randomUUIDv7()] }),
    404,
    'commission_not_found',
  ],
  [
    'one that is named twice',
    () => ({ amount: 180, commission_ids: [named.free, named.free] }),
    400,
    'invalid_request',
  ],
  ['none', () => ({ amount: 60, commission_ids: [] }), 400, 'invalid_request'],
  [
    'something that is no id',
    () => ({ amount: 60, commission_ids: ['mine'] }),
    400,
    'invalid_request',
  ],
  [
    'less than their sum',
    () => ({ amount: 89.99, commission_ids: [named.free] }),
    400,
    'amount_mismatch',
  ],
  [
    'more than their sum',
    () => ({ amount: 90.01, commission_ids: [named.free] }),
    400,
    'amount_mismatch',
  ],
  [
    'a good and a paid one',
    () => ({ amount: 150, commission_ids: [named.free, named.paid] }),
    409,
    'commission_already_paid',
  ],
  [
    'three decimals',
    () => ({ amount: 90.001, commission_ids: [named.free] }),
    400,
    'invalid_request',
  ],
  ['nothing', () => ({ amount: 0, commission_ids: [named.free] }), 400, 'invalid_request'],
  [
    'less than nothing',
    () => ({ amount: -90, commission_ids: [named.free] }),
    400,
    'invalid_request',
  ],
  [
    'less than the minimum',
    () => ({ amount: 49.99, commission_ids: [named.free] }),
    400,
    'below_minimum',
  ],
])('a manual payout of %s is refused', async (_name, body, status, code) => {
  await refused(CREATE, body(), status, code);
});

it('a manual payout of three decimals of nought is refused', async () => {
  const body = `{"amount":90.000,"commission_ids":["${named.free}"]}`;
  await refused(CREATE, body, 400, 'invalid_request');
});

it('a manual payout to a default account that is not verified or not active is refused', async () => {
  const bob = { id: randomUUIDv7(), role: 'affiliate' } as const;
  const [earned] = payout.ledger.earn(bob.id, 9_000);
  const body = { amount: 90, commission_ids: [earned] };
  const by = { id: bob.id, who: bob };
  await refusedFor(by, [CREATE, body], 400, 'no_payment_method');
  await payout.call('POST', ACCOUNTS, {
    who: bob,
    body: { provider: 'walletco_payouts', walletco_email: 'bob@example.com' },
  });
  await refusedFor(by, [CREATE, body], 400, 'payment_method_not_verified');
  const chosen = await payout.openAccount(bob, 'acct_bob');
  const change = { is_default: true, is_active: false };
  await payout.call('PUT', `${ACCOUNTS}/${chosen}`, { who: bob, body: change });
  // Another one could be paid to, but this was chosen.
  await payout.openAccount(bob, 'acct_bobs_other');
  await refusedFor(by, [CREATE, body], 400, 'payment_method_not_verified');
});

it.each([
  ['payout_not_made', [REQUEST, CREATE, '/api/payouts/:payout_id/retry']],
  ['limits_unavailable', [REQUEST, CREATE]],
  ['too_many_commissions', [REQUEST, '/api/payouts/:payout_id/retry']],
  ['payment_method_not_verified', ['/api/admin/payouts/:payout_id/release']],
  ['mail_unavailable', [`${ACCOUNTS}/:account_id/verify`]],
  ['malformed_callback', ['/api/payouts/callbacks/:provider']],
])('%s is declared where it may be answered', (code, paths) => {
  for (const path of paths) expect(declaredBy(path)).toContain(code);
});

it.each([
  ['a minimum of three decimals', '{"minimum_payout_amount":60.001}'],
  ['a minimum of three decimals of nought', '{"minimum_payout_amount":60.000}'],
  ['a minimum of nothing', '{"minimum_payout_amount":0}'],
  ['a minimum below nothing', '{"minimum_payout_amount":-1}'],
  ['a minimum in text', '{"minimum_payout_amount":"60"}'],
  ['a minimum that is none', '{"minimum_payout_amount":null}'],
  ['a frequency that is none', '{"payout_frequency":"hourly"}'],
  ['auto payout in words', '{"auto_payout_enabled":"yes"}'],
  ['activity in words', '{"is_active":"no"}'],
  ['no default', '{"is_default":false}'],
  ['its verification', '{"is_verified":true}'],
  ['another destination', '{"cardproc_account_id":"acct_other"}'],
  ['one good and one bad value', '{"payout_frequency":"weekly","minimum_payout_amount":-1}'],
  ['no object', '[]'],
])('an account does not change to %s', async (_name, body) => {
  const all = async () => (await payout.call('GET', ACCOUNTS, { who: ann.who })).body.accounts;
  const before = await all();
  const answer = await payout.call('PUT', `${ACCOUNTS}/${ann.accountId}`, { who: ann.who, body });
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  expect(Object.keys(answer.body).sort()).toEqual(SHAPE);
  expect(await all()).toEqual(before);
});

it.each([
  ['an unknown provider', { provider: 'bank', walletco_email: 'a@example.com' }],
  ['no provider', { walletco_email: 'a@example.com' }],
  ['the other provider’s field', { provider: 'cardproc_connect', walletco_email: 'a@example.com' }],
  ['no field of its provider', { provider: 'walletco_payouts' }],
  [
    'a frequency that is none',
    { provider: 'cardproc_connect', cardproc_account_id: 'acct_1', payout_frequency: 'hourly' },
  ],
  [
    'a minimum of three decimals',
    { provider: 'cardproc_connect', cardproc_account_id: 'acct_1', minimum_payout_amount: 50.001 },
  ],
])('an account with %s is refused', async (_name, body) => {
  await refused(ACCOUNTS, body, 400, 'invalid_request');
});

it.each([
  ['{"amount":60', 400],
  ['[]', 400],
  ['null', 400],
  ['{"amount":{"$gt":0},"payment_method_id":{"$ne":null}}', 400],
])('a body of %s is refused without an error of ours', async (body, status) => {
  const answer = await payout.call('POST', REQUEST, { who: ann.who, body });
  expect(answer.status).toBe(status);
});

describe('a callback', () => {
  const rawBody = JSON.stringify({ type: 'transfer.paid', data: { object: {} } });
  const send = async (provider: string, headers: Record<string, string>, body = rawBody) => {
    const url = `${payout.service.url}/api/payouts/callbacks/${provider}`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  const hexOf = (secret: string, text: string) =>
    createHmac('sha256', secret).update(text).digest('hex');

  it('with a bad signature, a stale time, a changed body or an unknown provider is refused', async () => {
    const { cardprocWebhookSecret: card, walletcoWebhookSecret: wallet } = payout.sandbox.keys;
    const [now, old] = [Date.now(), Date.now() - 301_000];
    const cardAt = (ms: number, secret = card) => {
      const time = String(Math.floor(ms / 1000));
      return { 'cardproc-signature': `t=${time},v1=${hexOf(secret, `${time}.${rawBody}`)}` };
    };
    const walletAt = (ms: number, secret = wallet) => {
      const time = new Date(ms).toISOString();
      return {
        'walletco-transmission-id': 'x',
        'walletco-transmission-time': time,
        'walletco-transmission-sig': hexOf(secret, `x|${time}|${rawBody}`),
      };
    };
    expect(await send('cardproc_connect', cardAt(now))).toBe(200);
    const statuses = [
      await send('cardproc_connect', {}),
      await send('cardproc_connect', cardAt(now, 'wrong')),
      await send('cardproc_connect', cardAt(old)),
      await send('cardproc_connect', cardAt(now), `${rawBody} `),
      await send('cardproc_connect', walletAt(now)),
      await send('walletco_payouts', {}),
      await send('walletco_payouts', walletAt(now, 'wrong')),
      await send('walletco_payouts', walletAt(old)),
      await send('walletco_payouts', cardAt(now)),
    ];
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await send('nobody', cardAt(now))).toBe(404);
  });

  it('on an account that is forged or stale changes nothing, and is told why', async () => {
    const { who } = ann;
    const name = `acct_${randomUUIDv7().replaceAll('-', '')}`;
    const id = await payout.openAccount(who, name);
    // The card processor does not pay to it yet, so that asking would change something.
    await payout.callProvider(`/v1/accounts/${name}/verification`, {});
    const told = {
      type: 'account.updated',
      data: { object: { id: name, payouts_enabled: false } },
    };
    const body = JSON.stringify(told);
    const by = (at: number) => cardprocConforming.signed(body, new Date(at), payout.sandbox);
    const stranger = { ...payout.sandbox, keys: { ...payout.sandbox.keys } };
    stranger.keys.cardprocWebhookSecret = 'guessed';
    const wrong = [
      {},
      by(Date.now() - 301_000),
      by(Date.now() + 302_000),
      cardprocConforming.signed(body, new Date(), stranger),
      cardprocConforming.signed(`${body} `, new Date(), payout.sandbox),
    ];
    const url = `${payout.service.url}/api/payouts/callbacks/cardproc_connect`;
    const changesOf = async () =>
      (await payout.call('GET', `${ACCOUNTS}/${id}/changes`, { who })).body;
    const before = await changesOf();
    for (const headers of wrong) {
      const answer = await fetch(url, { method: 'POST', headers, body });
      const answered = (await answer.json()) as { error: string };
      expect([answer.status, answered.error]).toEqual([401, 'invalid_signature']);
      expect(Object.keys(answered).sort()).toEqual(SHAPE);
    }
    expect(await changesOf()).toEqual(before);
  });

  it('that is signed and not understood is refused', async () => {
    for (const body of ['', 'no JSON', '[]', '{"type":1}']) {
      const headers = cardprocConforming.signed(body, new Date(), payout.sandbox);
      const url = `${payout.service.url}/api/payouts/callbacks/cardproc_connect`;
      const answer = await fetch(url, { method: 'POST', headers, body });
      expect([body, answer.status, await answer.json()]).toMatchObject([
        body,
        400,
        { error: 'malformed_callback' },
      ]);
    }
  });
});
