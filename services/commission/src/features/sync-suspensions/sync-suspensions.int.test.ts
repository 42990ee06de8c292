import { randomUUIDv7 } from 'node:crypto';
import { type UserStatus, userStatusChanged } from '@tributary/contracts';
import {
  anApprovedConversion,
  aUser,
  type EventProbe,
  eventually,
  openEventProbe,
} from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

describe('the commissions of a suspended affiliate', () => {
  let world: World;
  let probe: EventProbe;
  beforeAll(async () => {
    world = await openWorld();
    probe = await openEventProbe(world.env, ['commission.commissions']);
  });
  // Closes each separately, so that one that failed to open leaves no other running.
  afterAll(() => probe.close());
  afterAll(() => world.close());

  const setStatus = async (userId: string, status: UserStatus, previousStatus: UserStatus) => {
    await probe.publish(userStatusChanged({ ...aUser({ userId, status }), previousStatus }));
    await eventually(async () => {
      const known = await world.collections.suspensions.findOne({ _id: userId });
      return known?.isSuspended === (status === 'suspended');
    });
  };
  const balanceOf = async (affiliateId: string) => {
    const { availableMinor, pendingMinor } = await world.balance(affiliateId);
    return { available: availableMinor, pending: pendingMinor };
  };
  const holdReasonOf = async (commissionId: string): Promise<unknown> => {
    const path = `/api/commissions/${commissionId}/trace`;
    const { body } = await world.get(path, { id: randomUUIDv7(), role: 'admin' });
    return (body as { commission: { hold_reason: unknown } }).commission.hold_reason;
  };
  const idOf = async (conversionId: string): Promise<string> =>
    (await world.collections.commissions.findOne({ conversionId }))?._id ?? '';

  it('are held, earlier ones too, and none is paid, until the reinstatement', async () => {
    const affiliateId = randomUUIDv7();
    const [before] = await world.approved(affiliateId, 10_000);
    expect(await balanceOf(affiliateId)).toEqual({ available: 1_000, pending: 0 });
    await setStatus(affiliateId, 'suspended', 'active');

    const during = anApprovedConversion({ affiliateId, valueMinor: 20_000 });
    await world.create(during);
    expect(await balanceOf(affiliateId)).toEqual({ available: 1_000, pending: 2_000 });
    await expect(world.reserve(affiliateId, 500)).rejects.toMatchObject({
      code: 'account_suspended',
    });
    const ids = await Promise.all([before!, during].map(({ conversionId }) => idOf(conversionId)));
    expect(await Promise.all(ids.map(holdReasonOf))).toEqual([
      'affiliate_suspended',
      'affiliate_suspended',
    ]);
    await world.endHolds();
    expect(await balanceOf(affiliateId)).toEqual({ available: 1_000, pending: 2_000 });

    await setStatus(affiliateId, 'active', 'suspended');
    await world.endHolds();
    await eventually(async () => (await balanceOf(affiliateId)).available === 3_000);
    expect(await Promise.all(ids.map(holdReasonOf))).toEqual([null, null]);
    await world.reserve(affiliateId, 3_000);
    expect(await world.verify()).toMatchObject({ balanced: true });
  });

  it('whose days of hold end during the suspension stay pending until the reinstatement', async () => {
    const affiliateId = randomUUIDv7();
    const approval = anApprovedConversion({ affiliateId, valueMinor: 10_000 });
    await world.create({ ...approval, terms: { ...approval.terms, holdDays: 5 } });
    const _id = await idOf(approval.conversionId);
    await setStatus(affiliateId, 'suspended', 'active');
    const past = new Date(Date.now() - 1_000);
    await world.collections.commissions.updateOne({ _id }, { $set: { holdUntil: past } });
    await world.endHolds();
    await world.endHolds();
    expect(await balanceOf(affiliateId)).toEqual({ available: 0, pending: 1_000 });
    await setStatus(affiliateId, 'verified', 'suspended');
    await world.endHolds();
    await eventually(async () => (await balanceOf(affiliateId)).available === 1_000);
  });

  it('do not delay those of others, who share an order', async () => {
    const [suspended, other] = [randomUUIDv7(), randomUUIDv7()];
    await setStatus(suspended, 'suspended', 'active');
    const approval = anApprovedConversion({ affiliateId: suspended, valueMinor: 10_000 });
    const half = { clickId: null, linkId: null, weight: 500_000_000_000, valueMinor: 5_000 };
    const shares = [suspended, other].map((affiliateId) => ({ ...half, affiliateId }));
    await world.create({ ...approval, shares });
    expect(await balanceOf(suspended)).toEqual({ available: 0, pending: 500 });
    expect(await balanceOf(other)).toEqual({ available: 500, pending: 0 });
  });
});
