import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout();
});
afterAll(() => payout.close());

const PATH = '/api/payouts/accounts';
const call = (...given: Parameters<StartedPayout['call']>) => payout.call(...given);
const pathOf = ({ accountId }: Pick<Affiliate, 'accountId'>) => `${PATH}/${accountId}`;
const get = (one: Pick<Affiliate, 'who' | 'accountId'>) =>
  call('GET', pathOf(one), { who: one.who });
const remove = (one: Pick<Affiliate, 'who' | 'accountId'>) =>
  call('DELETE', pathOf(one), { who: one.who });
const list = async ({ who }: Pick<Affiliate, 'who'>) =>
  (await call('GET', PATH, { who })).body.accounts;
const held = { hold_reasons: [{ reason: 'payment_method_changed', until: expect.any(String) }] };

/** Makes an affiliate's accounts older than any hold. */
const age = async ({ id }: Affiliate): Promise<void> => {
  const old = new Date(Date.now() - 73 * HOUR_MS);
  const ages = { createdAt: old, changedAt: null, redirectedAt: null };
  await payout.collection('payout_accounts').updateMany({ affiliateId: id }, { $set: ages });
};

describe('one payout account', () => {
  it('is read as it is listed, by its owner alone', async () => {
    const ann = await payout.anAffiliate();
    const { status, body } = await get(ann);
    expect([status, body.account]).toEqual([200, (await list(ann))[0]]);
    const stranger = { ...ann, who: { id: randomUUIDv7(), role: 'affiliate' } as const };
    const foreign = await get(stranger);
    const absent = await get({ ...ann, accountId: randomUUIDv7() });
    const malformed = await get({ ...ann, accountId: 'none' });
    expect([foreign.status, absent.status, malformed.status]).toEqual([404, 404, 404]);
    expect(foreign.body).toEqual(absent.body);
    expect((await get({ ...ann, who: { role: 'brand' } })).status).toBe(403);
  });
});

describe('a removed payout account', () => {
  it('is gone for its owner, and stays in the history', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const { payout_id: id } = (await payout.request(ann, 60)).body;
    await payout.settled(id, 'completed');
    expect(await remove(ann)).toMatchObject({ status: 200, body: { success: true } });
    expect(await list(ann)).toEqual([]);
    const unknown = await get({ ...ann, accountId: randomUUIDv7() });
    expect(await get(ann)).toMatchObject({ status: 404, body: unknown.body });
    const body = { payout_frequency: 'weekly' };
    const answers = [
      await remove(ann),
      await call('PUT', pathOf(ann), { who: ann.who, body }),
      await call('POST', `${pathOf(ann)}/verify`, { who: ann.who, body: {} }),
      await call('PUT', `/api/admin/payouts/accounts/${ann.accountId}/verification`, {
        who: payout.admin,
        body: { is_verified: true },
      }),
      await payout.request(ann, 60),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const shown = await call('GET', `/api/payouts/${id}`, { who: ann.who });
    expect(shown).toMatchObject({ status: 200, body: { payout: { status: 'completed' } } });
    const changes = await call('GET', `${pathOf(ann)}/changes`, { who: ann.who });
    expect(changes.body.changes[0]?.changes).toContainEqual({
      field: 'is_removed',
      from: false,
      to: true,
    });
  });

  it('is paid by no schedule any more, and its removal is in the audit log', async () => {
    const ann = await payout.anAffiliate();
    await eventually(() => payout.schedulesOf(ann.id).at(-1) === 'monthly');
    await remove(ann);
    await eventually(() => payout.schedulesOf(ann.id).at(-1) === null);
    expect(await payout.auditOf(ann.id, 'deletePayoutAccount')).toMatchObject({
      changes: [
        {
          kind: 'payout_account',
          id: ann.accountId,
          before: { isActive: true, removedAt: null },
          after: { isActive: false, removedAt: expect.any(String) },
        },
      ],
    });
  });

  it('is refused while a payout to it waits or is under way', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    await call('PUT', pathOf(ann), { who: ann.who, body: { minimum_payout_amount: 55 } });
    const { payout_id: id } = (await payout.request(ann, 60)).body;
    const refusal = { status: 409, body: { error: 'account_has_payouts' } };
    expect(await remove(ann)).toMatchObject(refusal);
    expect(await list(ann)).toHaveLength(1);
    await call('POST', `/api/admin/payouts/${id}/refuse`, { who: payout.admin, body: {} });
    await eventually(async () => (await remove(ann)).status === 200);
  });

  it('requires a person who has proved who they are of late', async () => {
    const ann = await payout.anAffiliate();
    const stale = { ...ann, who: { ...ann.who, authAgeS: 901 } };
    const refused = { status: 403, body: { error: 'step_up_required' } };
    expect(await remove(stale)).toMatchObject(refused);
    expect((await remove(ann)).status).toBe(200);
  });

  it('returns with its history where it is added again, and what goes to it then is held', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000, 7_000);
    await payout.settled((await payout.request(ann, 60)).body.payout_id, 'completed');
    await age(ann);
    await remove(ann);
    const body = { provider: 'cardproc_connect', cardproc_account_id: 'acct_fine' };
    const added = await call('POST', PATH, { who: ann.who, body });
    expect(added).toMatchObject({
      status: 201,
      body: { account: { id: ann.accountId, is_verified: false, is_active: true }, ...held },
    });
    expect((await call('POST', PATH, { who: ann.who, body })).body.error).toBe('account_exists');
    await call('PUT', `/api/admin/payouts/accounts/${ann.accountId}/verification`, {
      who: payout.admin,
      body: { is_verified: true },
    });
    expect(await payout.request(ann, 70)).toMatchObject({ status: 200, body: held });
  });

  it('names the hold where payouts go to a recent account from then on', async () => {
    const ann = await payout.anAffiliate('acct_first');
    await age(ann);
    const first = ann.accountId;
    await call('PUT', pathOf(ann), { who: ann.who, body: { is_default: true } });
    const second = await payout.openAccount(ann.who, 'acct_second');
    expect((await remove({ ...ann, accountId: first })).body).toMatchObject(held);
    expect((await list(ann)).map(({ id, is_default }) => [id, is_default])).toEqual([
      [second, true],
    ]);
    expect((await remove({ ...ann, accountId: second })).body).not.toHaveProperty('hold_reasons');
  });
});

describe('a change of a payout account', () => {
  it('names the hold that it causes, which one of the frequency alone does not', async () => {
    const ann = await payout.anAffiliate();
    const put = async (body: object) =>
      (await call('PUT', pathOf(ann), { who: ann.who, body })).body;
    const { body: before } = await get(ann);
    expect(before.account).toMatchObject({ minimum_payout_amount: 50, is_active: true });
    const weekly = { payout_frequency: 'weekly', minimum_payout_amount: 50, is_active: true };
    expect(await put(weekly)).not.toHaveProperty('hold_reasons');
    const raised = await put({ minimum_payout_amount: 55 });
    expect(raised).toMatchObject(held);
    const until = Date.parse(String(raised.hold_reasons[0]?.until));
    expect(Math.round((until - Date.now()) / HOUR_MS)).toBe(72);
  });
});
