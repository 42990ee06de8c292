import { randomUUIDv7 } from 'node:crypto';
import { mock } from 'node:test';
import { eventually } from '@tributary/testing';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' });
});
afterAll(() => payout.close());

describe('an amount that is still being released', () => {
  it('of a call that got no answer refuses no other call', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    payout.ledger.fail('Reserve', 'after', ann.id);
    for (let times = 0; times < 3; times += 1) payout.ledger.fail('Release', 'before', ann.id);
    const key = randomUUIDv7();
    expect(await payout.request(ann, 60, key)).toMatchObject({ status: 503 });
    expect(await payout.request(ann, 60, key)).toMatchObject({
      status: 503,
      body: { error: 'payout_not_made' },
    });
    const repeated = await eventually(async () => {
      const { status, body } = await payout.request(ann, 60, key);
      expect([200, 503]).toContain(status);
      return status === 200 ? body : undefined;
    });
    await payout.settled(repeated.payout_id, 'completed');
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
  });

  it('of a call whose account was switched off refuses no other call', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const switchTo = (is_active: boolean) =>
      payout.call('PUT', `/api/payouts/accounts/${ann.accountId}`, {
        ...{ who: ann.who, body: { is_active } },
      });
    const run = payout.ledger.run.bind(payout.ledger);
    const slow = mock.method(payout.ledger, 'run', async (...call: Parameters<typeof run>) => {
      const result = await run(...call);
      if (call[0] === 'Reserve' && call[1] === ann.id) await switchTo(false);
      return result;
    });
    for (let times = 0; times < 3; times += 1) payout.ledger.fail('Release', 'before', ann.id);
    const refused = await payout.request(ann, 60);
    expect([refused.status, refused.body.error]).toEqual([400, 'payment_method_not_verified']);
    slow.mock.restore();
    await switchTo(true);
    const repeated = await payout.request(ann, 60);
    expect([repeated.status, repeated.body.error]).toEqual([503, 'payout_not_made']);
    await eventually(async () => (await payout.request(ann, 60)).status === 200);
  });
});
