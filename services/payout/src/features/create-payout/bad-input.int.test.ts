import { randomUUIDv7 } from 'node:crypto';
import { conflict, invalid, notFound } from '@tributary/errors';
import { app } from '../../app.ts';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

const ACCOUNTS = '/api/payouts/accounts';
const REQUEST = '/api/affiliate/payouts/request';
const CREATE = '/api/payouts/create';

/** Every rule broken in every way gets the documented code and shape, and nothing is reserved. */
let payout: StartedPayout;
let ann: Affiliate;
let unverified: string;
let inactive: string;
let foreign: Affiliate;
let commissionId: string;

beforeAll(async () => {
  payout = await startPayout({
    RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
  });
  ann = await payout.anAffiliate('acct_fine', 6_000, 9_000, 10_000);
  foreign = await payout.anAffiliate('acct_foreign', 6_000);
  const [paid = '', free = ''] = ann.commissions;
  commissionId = free;
  const body = { amount: 60, commission_ids: [paid] };
  const made = await payout.call('POST', CREATE, { who: ann.who, body });
  await payout.settled(made.body.payout.id, 'completed');
  const opened = await payout.call('POST', ACCOUNTS, {
    who: ann.who,
    body: { provider: 'walletco_payouts', walletco_email: 'new@example.com' },
  });
  unverified = opened.body.account.id;
  inactive = await payout.openAccount(ann.who, 'acct_inactive');
  await payout.call('PUT', `${ACCOUNTS}/${inactive}`, { who: ann.who, body: { is_active: false } });
});
afterAll(() => payout.close());

/** The exact fields of an error. */
const SHAPE = ['detail', 'error', 'message'];
/** Codes that any route may return without declaring them. */
const GENERAL = new Set(['invalid_request', 'not_found']);

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
const declaredBy = (path: string): readonly string[] =>
  (app(payout.deps()).routes ?? [])
    .filter((one) => one.method === 'post' && patternOf(one.path).test(path))
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
  return answer.body;
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
  ['of another affiliate', () => foreign.accountId, 404, 'not_found'],
  ['that does not exist', () => randomUUIDv7(), 404, 'not_found'],
  ['that is no id', () => 'mine', 400, 'invalid_request'],
])('a request to an account %s is refused', async (_name, id, status, code) => {
  await refused(REQUEST, { amount: 60, payment_method_id: id() }, status, code);
});

it.each([
  conflict('commission_already_paid'),
  conflict('commission_in_another_payout'),
  conflict('commission_not_approved'),
  notFound('commission_not_found'),
  invalid('amount_mismatch'),
  invalid('insufficient_balance'),
])(
  'a manual payout that the ledger refuses with $code is refused with that code',
  async (error) => {
    payout.ledger.refuse(ann.id, error);
    const status = { conflict: 409, not_found: 404, invalid: 400 }[error.kind as string] ?? 0;
    await refused(CREATE, manual({}), status, error.code);
  },
);

it.each([
  [
    'a commission that does not exist',
    { commission_ids: [randomUUIDv7()] },
    404,
    'commission_not_found',
  ],
  ['no commission', { commission_ids: [] }, 400, 'invalid_request'],
  ['something that is no id', { commission_ids: ['mine'] }, 400, 'invalid_request'],
  ['three decimals', { amount: 90.001 }, 400, 'invalid_request'],
  ['nothing', { amount: 0 }, 400, 'invalid_request'],
  ['less than nothing', { amount: -90 }, 400, 'invalid_request'],
  ['less than the minimum', { amount: 49.99 }, 400, 'below_minimum'],
])('a manual payout of %s is refused', async (_name, more, status, code) => {
  await refused(CREATE, manual(more), status, code);
});

it('a manual payout that names a commission twice is refused', async () => {
  const body = { amount: 180, commission_ids: [commissionId, commissionId] };
  await refused(CREATE, body, 400, 'invalid_request');
});

/** What is refused, the fields that the error names, and the body. */
type Malformed = readonly [name: string, fields: readonly string[], body: () => unknown];
const malformedRequests: readonly Malformed[] = [
  ['of nothing at all', ['amount', 'payment_method_id'], () => ({})],
  ['without an amount', ['amount'], () => ({ payment_method_id: ann.accountId })],
  ['of no amount', ['amount'], () => ({ amount: null, payment_method_id: ann.accountId })],
  ['without an account', ['payment_method_id'], () => ({ amount: 60 })],
  ['to a list of accounts', ['payment_method_id'], () => requested({ payment_method_id: [] })],
  ['in a currency', ['currency'], () => requested({ currency: 'EUR' })],
  [
    'with only invalid fields',
    ['amount', 'payment_method_id', 'to'],
    () => ({
      amount: '60',
      payment_method_id: 7,
      to: 'me',
    }),
  ],
];
const malformedPayouts: readonly Malformed[] = [
  ['of nothing at all', ['amount', 'commission_ids'], () => ({})],
  ['without an amount', ['amount'], () => ({ commission_ids: [commissionId] })],
  ['of an amount in text', ['amount'], () => manual({ amount: '90' })],
  ['without commissions', ['commission_ids'], () => ({ amount: 90 })],
  [
    'of a commission outside of a list',
    ['commission_ids'],
    () => manual({ commission_ids: commissionId }),
  ],
  [
    'of lists of commissions',
    ['commission_ids.0'],
    () => manual({ commission_ids: [[commissionId]] }),
  ],
  [
    'of more commissions than it may name',
    ['commission_ids'],
    () => manual({ commission_ids: Array.from({ length: 1_001 }, () => randomUUIDv7()) }),
  ],
  ['with a description that is none', ['description'], () => manual({ description: 7 })],
  ['with one that is too long', ['description'], () => manual({ description: 'x'.repeat(501) })],
  [
    'to an account of its own',
    ['payment_method_id'],
    () => manual({ payment_method_id: ann.accountId }),
  ],
];
const requested = (more: object) => ({ amount: 60, payment_method_id: ann.accountId, ...more });
const manual = (more: object) => ({ amount: 90, commission_ids: [commissionId], ...more });

it.each(malformedRequests)('a request %s is refused, each wrong field named', async (...given) => {
  await refusedNaming(REQUEST, given);
});
it.each(malformedPayouts)(
  'a manual payout %s is refused, each wrong field named',
  async (...given) => {
    await refusedNaming(CREATE, given);
  },
);

async function refusedNaming(path: string, [, fields, body]: Malformed): Promise<void> {
  const { message } = await refused(path, body(), 400, 'invalid_request');
  for (const field of fields) expect(message).toContain(field);
}

it.each([
  ['of another affiliate', async () => (await payout.request(foreign, 60)).body.payout_id],
  ['that does not exist', () => Promise.resolve(randomUUIDv7())],
  ['that is no id', () => Promise.resolve('mine')],
])('a retry of a payout %s is refused as not found', async (_name, id) => {
  const answer = await payout.call('POST', `/api/payouts/${await id()}/retry`, { who: ann.who });
  expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  expect(Object.keys(answer.body).sort()).toEqual(SHAPE);
});

it('a retry of a payout that did not fail is refused', async () => {
  const { body } = await payout.call('GET', '/api/payouts/list?status=completed', { who: ann.who });
  await refused(`/api/payouts/${body.payouts[0]!.id}/retry`, {}, 409, 'payout_cannot_be_retried');
});

it('a manual payout of three decimals of nought is refused', async () => {
  const body = `{"amount":90.000,"commission_ids":["${commissionId}"]}`;
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
  // Another account is payable, but this one is the chosen default.
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
])('%s is declared where it may be returned', (code, paths) => {
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

const card = (more: object) => ({
  provider: 'cardproc_connect',
  cardproc_account_id: 'acct_1',
  ...more,
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
  ['a minimum of three decimals', card({ minimum_payout_amount: 50.001 })],
  ['a minimum of nothing', card({ minimum_payout_amount: 0 })],
  ['a minimum below nothing', card({ minimum_payout_amount: -50 })],
  ['a minimum in text', card({ minimum_payout_amount: '50' })],
  ['auto payout in words', card({ auto_payout_enabled: 'yes' })],
  ['the fields of both providers', card({ walletco_email: 'a@example.com' })],
  ['an empty name', card({ cardproc_account_id: '' })],
  ['a name that is none', card({ cardproc_account_id: 'somewhere' })],
  ['a name that is a database query', card({ cardproc_account_id: { $ne: null } })],
  ['an address that is none', { provider: 'walletco_payouts', walletco_email: 'nobody' }],
  ['no address', { provider: 'walletco_payouts', walletco_email: null }],
  ['its own verification', card({ is_verified: true })],
])('an account with %s is refused', async (_name, body) => {
  const all = async () => (await payout.call('GET', ACCOUNTS, { who: ann.who })).body.accounts;
  const before = await all();
  await refused(ACCOUNTS, body, 400, 'invalid_request');
  expect(await all()).toEqual(before);
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
