import { type UserStatus, userStatusChanged } from '@tributary/contracts';
import { aUser, eventually } from '@tributary/testing';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

describe('the payouts of a suspended affiliate', () => {
  let payout: StartedPayout;
  beforeAll(async () => {
    payout = await startPayout({
      RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
      PAYOUT_LOOK_MS: '100',
      PAYOUT_RETRY_MS: '100',
    });
  });
  afterAll(() => payout.close());
  afterEach(() => payout.atSandbox('DELETE', '/faults'));

  const setStatus = async (userId: string, status: UserStatus, previousStatus: UserStatus) => {
    await payout.publish(userStatusChanged({ ...aUser({ userId, status }), previousStatus }));
    await eventually(async () => {
      const suspended = await payout.deps().suspensions.listSuspended([userId]);
      return suspended.has(userId) === (status === 'suspended');
    });
  };

  it('that the provider has not got wait, and are paid once after the reinstatement', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    await payout.fault('cardproc.transfers.create', 'error_before', { count: 1_000 });
    const { payout_id: id } = (await payout.request(ann, 60)).body;
    await setStatus(ann.id, 'suspended', 'active');
    await payout.atSandbox('DELETE', '/faults');
    const stored = () => payout.collection('payouts').findOne({ _id: id });
    const attemptsBefore = Number((await stored())?.['attempts']);
    await eventually(async () => Number((await stored())?.['attempts']) > attemptsBefore, {
      timeoutMs: 60_000,
    });
    expect(await stored()).toMatchObject({ step: 'submitting' });
    expect(await payout.transfersOf(id)).toEqual([]);
    await setStatus(ann.id, 'active', 'suspended');
    await payout.settled(id, 'completed', { timeoutMs: 60_000 });
    expect(await payout.transfersOf(id)).toHaveLength(1);
  });

  it('that are held for review cannot be released before the reinstatement', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const account = `/api/payouts/accounts/${ann.accountId}`;
    await payout.call('PUT', account, { who: ann.who, body: { minimum_payout_amount: 55 } });
    const { payout_id: id } = (await payout.request(ann, 60)).body;
    await setStatus(ann.id, 'suspended', 'active');
    const release = () =>
      payout.call('POST', `/api/admin/payouts/${id}/release`, { who: payout.admin, body: {} });
    expect(await release()).toMatchObject({ status: 409, body: { error: 'account_suspended' } });
    await setStatus(ann.id, 'active', 'suspended');
    expect((await release()).status).toBe(200);
    await payout.settled(id, 'completed');
  });
});
