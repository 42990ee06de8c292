import { conflict } from '@tributary/errors';
import { eventually } from '@tributary/testing';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
  });
});
afterAll(() => payout.close());

const create = async ({ who }: Affiliate, amount: number, id: string): Promise<string> => {
  const body = { amount, commission_ids: [id] };
  return (await payout.call('POST', '/api/payouts/create', { who, body })).body.payout.id;
};
const retry = (id: string, { who }: Affiliate) =>
  payout.call('POST', `/api/payouts/${id}/retry`, { who });

/** A manual payout of the second of two commissions that failed temporarily. */
async function failedTemporarily() {
  const ann = await payout.anAffiliate('acct_temporary', 6_000, 7_000);
  const named = ann.commissions[1]!;
  const id = await create(ann, 70, named);
  await payout.settled(id, 'failed');
  return { ann, named, id };
}

/** The failed payout, once its retry is withdrawn. */
const withdrawn = (id: string, reason: string) =>
  eventually(async () => {
    const found = await payout.collection('payouts').findOne({ _id: id });
    const isOver = found?.['step'] === 'failed' && found['failureReason'] === reason;
    return isOver && payout.settled(id, 'failed');
  });

describe('a retry of a manual payout', () => {
  it('pays the same commissions as the first attempt', async () => {
    const { ann, named, id } = await failedTemporarily();
    expect((await retry(id, ann)).status).toBe(200);
    const done = await payout.settled(id, 'completed');
    expect(done.commission_ids).toEqual([named]);
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 6_000 });
  });

  it('leaves the payout failed with the ledger’s reason where they cannot be paid any more', async () => {
    const { ann, id } = await failedTemporarily();
    payout.ledger.refuse(ann.id, conflict('commission_not_approved'));
    expect(await retry(id, ann)).toMatchObject({
      status: 409,
      body: { error: 'commission_not_approved' },
    });
    expect(await withdrawn(id, 'commission_not_approved')).toMatchObject({
      can_retry: false,
      retry_count: 0,
    });
    const released = { availableMinor: 13_000, reservedMinor: 0 };
    expect(payout.ledger.balance(ann.id)).toMatchObject(released);
  });

  it('can be repeated where another payout had them for a while', async () => {
    const { ann, named, id } = await failedTemporarily();
    const reason = 'commission_in_another_payout';
    payout.ledger.refuse(ann.id, conflict(reason));
    expect((await retry(id, ann)).body.error).toBe(reason);
    expect(await withdrawn(id, reason)).toMatchObject({ can_retry: true, retry_count: 0 });
    expect((await retry(id, ann)).body.payout.retry_count).toBe(1);
    expect((await payout.settled(id, 'completed')).commission_ids).toEqual([named]);
  });
});

const verification = (accountId: string, is_verified: boolean) =>
  payout.call('PUT', `/api/admin/payouts/accounts/${accountId}/verification`, {
    who: payout.admin,
    body: { is_verified },
  });
const change = ({ who, accountId }: Affiliate, body: object) =>
  payout.call('PUT', `/api/payouts/accounts/${accountId}`, { who, body });

describe('a retry to an account', () => {
  it.each([
    ['not verified', (ann: Affiliate) => verification(ann.accountId, false)],
    ['not active', (ann: Affiliate) => change(ann, { is_active: false })],
  ])('that is %s any more is refused, and nothing is reserved', async (_name, spoil) => {
    const { ann, id } = await failedTemporarily();
    await spoil(ann);
    expect(await retry(id, ann)).toMatchObject({
      status: 400,
      body: { error: 'payment_method_not_verified' },
    });
    expect(await payout.settled(id, 'failed')).toMatchObject({ can_retry: true, retry_count: 0 });
    expect(payout.ledger.balance(ann.id).reservedMinor).toBe(0);
    expect(payout.ledger.effectsOf(id)).toEqual(['Reserve', 'Release']);
  });

  it('that changed since is held for review, as a first attempt would be', async () => {
    const { ann, id } = await failedTemporarily();
    await change(ann, { minimum_payout_amount: 55 });
    expect(await retry(id, ann)).toMatchObject({
      status: 200,
      body: {
        payout: {
          status: 'pending',
          retry_count: 1,
          hold_reasons: [{ reason: 'payment_method_changed', until: expect.any(String) }],
        },
      },
    });
    const { body } = await payout.call('GET', `/api/payouts/${id}`, { who: ann.who });
    expect(body.payout.hold_reasons).toMatchObject([{ code: 'payment_method_changed' }]);
    const release = `/api/admin/payouts/${id}/release`;
    await payout.call('POST', release, { who: payout.admin, body: {} });
    await payout.settled(id, 'completed');
  });
});

it('a retry of a large payout requires that the person has proved who they are of late', async () => {
  const ann = await payout.anAffiliate('acct_temporary', 100_001);
  const id = await create(ann, 1_000.01, ann.commissions[0]!);
  await payout.settled(id, 'failed');
  const stale = { ...ann, who: { ...ann.who, authAgeS: 901 } };
  const refused = { status: 403, body: { error: 'step_up_required' } };
  expect(await retry(id, stale)).toMatchObject(refused);
  expect(await payout.settled(id, 'failed')).toMatchObject({ can_retry: true, retry_count: 0 });
  expect((await retry(id, ann)).status).toBe(200);
  await payout.settled(id, 'completed');
});
