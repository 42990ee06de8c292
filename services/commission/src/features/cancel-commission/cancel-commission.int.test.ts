import { randomUUIDv7 } from 'node:crypto';
import { commissionAdjusted } from '@tributary/contracts';
import { anApprovedConversion, type EventProbe, openEventProbe } from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld();
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
afterAll(() => probe.close());
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

const admin = { role: 'admin' } as const;
const pathOf = (id: string): string => `/api/admin/commissions/${id}/cancel`;

async function aCommission(holdDays = 0) {
  const affiliateId = randomUUIDv7();
  const reviewedAt = new Date().toISOString();
  const terms = { type: 'percentage', value: '10', currency: 'USD', holdDays } as const;
  const approval = anApprovedConversion({ affiliateId, terms, reviewedAt });
  const [created] = await world.create(approval);
  return { affiliateId, id: created?.commissionIds[0] ?? '' };
}

describe('an administrator', () => {
  it('cancels an approved commission with the reason, once', async () => {
    const { affiliateId, id } = await aCommission();
    const sent = { reason: 'Self-referral' };
    const first = await world.send('POST', pathOf(id), admin, sent);
    expect(first).toMatchObject({
      status: 200,
      body: { id, status: 'cancelled', amount: 0, cancel_reason: 'Self-referral' },
    });
    expect(await world.send('POST', pathOf(id), admin, { reason: 'Again' })).toEqual(first);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 0 });
    const { data } = await probe.waitFor(commissionAdjusted, (one) => one.commissionId === id);
    expect(data).toMatchObject({ reason: 'cancelled_by_admin', changeMinor: -1_000 });
  });

  it('is named in the trace to administrators, not to the affiliate', async () => {
    const { affiliateId, id } = await aCommission();
    const adminId = randomUUIDv7();
    await world.send('POST', pathOf(id), { role: 'admin', id: adminId }, { reason: 'Mistake' });
    await world.send('POST', pathOf(id), admin, { reason: 'Again' });
    const path = `/api/commissions/${id}/trace`;
    const cancellation = { reason: 'Mistake', cancelled_by: adminId };
    expect(await world.get(path, admin)).toMatchObject({ body: { cancellation } });
    const unnamed = { reason: 'Mistake', cancelled_by: null };
    expect(await world.get(path, { role: 'affiliate', id: affiliateId })).toMatchObject({
      body: { cancellation: unnamed },
    });
  });

  it('rejects a commission on hold when fraud is confirmed', async () => {
    const { affiliateId, id } = await aCommission(5);
    const sent = { reason: 'Stolen cards', fraud_confirmed: true };
    expect(await world.send('POST', pathOf(id), admin, sent)).toMatchObject({
      body: { status: 'rejected', amount: 0 },
    });
    expect(await world.balance(affiliateId)).toMatchObject({ pendingMinor: 0 });
  });

  it('claws back the paid and reserved parts, which later earnings offset', async () => {
    const { affiliateId, id } = await aCommission();
    const [paid, underWay] = [randomUUIDv7(), randomUUIDv7()];
    await world.reserve(affiliateId, 300, { payoutId: paid });
    await world.settle(paid);
    await world.reserve(affiliateId, 200, { payoutId: underWay });
    await world.send('POST', pathOf(id), admin, { reason: 'Fraud' });
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: -500 });
    await world.release(underWay);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: -300 });
    await world.approved(affiliateId, 10_000);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 700 });
  });

  it('gets field errors for a bad request; other roles are refused', async () => {
    const { id } = await aCommission();
    expect(await world.send('POST', pathOf(id), admin, {})).toMatchObject({ status: 400 });
    expect(await world.send('POST', pathOf(id), admin, { reason: ' ' })).toMatchObject({
      status: 400,
    });
    const sent = { reason: 'x' };
    expect(await world.send('POST', pathOf(randomUUIDv7()), admin, sent)).toMatchObject({
      status: 404,
    });
    for (const role of ['affiliate', 'brand'] as const) {
      expect(await world.send('POST', pathOf(id), { role }, sent)).toMatchObject({ status: 403 });
    }
  });
});
