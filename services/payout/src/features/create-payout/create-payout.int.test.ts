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

const create = ({ who }: Affiliate, amount: number, commission_ids: readonly string[]) =>
  payout.call('POST', '/api/payouts/create', { who, body: { amount, commission_ids } });

describe('a manual payout', () => {
  it('pays exactly the given commissions, and is in transit at once', async () => {
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

  it('is held where the account changed recently, until an administrator releases it', async () => {
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

  it('is held where a second destination was verified after payouts to the first', async () => {
    const ann = await payout.anAffiliate('acct_first', 6_000, 7_000);
    const second = { provider: 'cardproc_connect', cardproc_account_id: 'acct_second' };
    // Added before the first payout and verified after it; nothing else changes.
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
    'that is held is released only while its account may be paid to: not without %s',
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

  it('that an administrator refuses is released in the ledger and never submitted', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const path = `/api/payouts/accounts/${ann.accountId}`;
    await payout.call('PUT', path, { who: ann.who, body: { minimum_payout_amount: 55 } });
    const id = (await create(ann, 60, ann.commissions)).body.payout.id;
    const refused = await payout.call('POST', `/api/admin/payouts/${id}/refuse`, {
      who: payout.admin,
      body: {},
    });
    expect(refused).toMatchObject({ status: 200, body: { payout: { status: 'failed' } } });
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
