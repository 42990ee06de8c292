import { type UserStatus, userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
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

  it('go on while its owner only leaves, because what is owed is paid', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const data = aUser({ userId: ann.id, status: 'suspended' });
    const deletionDueAt = new Date().toISOString();
    await payout.publish(userStatusChanged({ ...data, previousStatus: 'active', deletionDueAt }));
    const known = payout.collection('account_suspensions');
    await eventually(async () => (await known.countDocuments({ _id: ann.id })) === 1);
    const { payout_id: id } = (await payout.request(ann, 60)).body;
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

  it('wait where it was suspended before this service copied suspensions', async () => {
    const [ann, ben] = [
      await payout.anAffiliate('acct_fine', 6_000),
      await payout.anAffiliate('acct_fine', 6_000),
    ];
    const changedAt = new Date(Date.now() - 60_000).toISOString();
    // Ben was reinstated after the change that is restated.
    await setStatus(ben.id, 'suspended', 'active');
    await setStatus(ben.id, 'active', 'suspended');
    const restate = ({ id }: typeof ann) =>
      userSuspensionRestated({ ...aUser({ userId: id, status: 'suspended' }), changedAt });
    await payout.publish(restate(ben));
    await payout.publish(restate(ann));
    const suspended = () => payout.deps().suspensions.listSuspended([ann.id, ben.id]);
    await eventually(async () => (await suspended()).has(ann.id));
    const { payout_id: waiting } = (await payout.request(ann, 60)).body;
    const { payout_id: paid } = (await payout.request(ben, 60)).body;
    await payout.settled(paid, 'completed', { timeoutMs: 60_000 });
    expect(await suspended()).toEqual(new Set([ann.id]));
    expect(await payout.transfersOf(waiting)).toEqual([]);
  });
});
