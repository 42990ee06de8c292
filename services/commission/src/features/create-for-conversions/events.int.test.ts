import { randomUUIDv7 } from 'node:crypto';
import {
  campaignActivated,
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  conversionAdjusted,
  conversionApproved,
  conversionReversed,
} from '@tributary/contracts';
import {
  aCampaign,
  anApprovedConversion,
  type EventProbe,
  eventually,
  openEventProbe,
} from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld({ HOLD_CHECK_MS: '50' });
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
// Closes each separately, so that one that failed to open leaves no other running.
afterAll(() => probe.close());
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

const ofConversion =
  (conversionId: string) =>
  (data: { readonly conversionId: string }): boolean =>
    data.conversionId === conversionId;

const countOf = (conversionId: string) =>
  probe.events(commissionCreated).filter(({ data }) => data.conversionId === conversionId).length;

describe('conversion.approved', () => {
  it('creates the commission once, though an RPC and two events request it', async () => {
    const approval = anApprovedConversion();
    const { conversionId } = approval;
    await Promise.all([
      probe.publish(conversionApproved(approval), conversionApproved(approval)),
      world.create(approval),
    ]);
    await probe.waitFor(commissionApproved, ofConversion(conversionId));
    const later = anApprovedConversion({ affiliateId: approval.affiliateId });
    await probe.publish(conversionApproved(later));
    await probe.waitFor(commissionApproved, ofConversion(later.conversionId));
    expect(countOf(conversionId)).toBe(1);
    expect(await world.balance(approval.affiliateId ?? '')).toMatchObject({
      availableMinor: 2_000,
    });
  });

  it('publishes the commission with its campaign’s name and all that consumers need', async () => {
    const campaign = aCampaign({ name: 'Spring' });
    await probe.publish(campaignActivated(campaign));
    const { campaignId } = campaign;
    await eventually(() => world.collections.campaigns.findOne({ _id: campaignId }).then(Boolean));
    const approval = anApprovedConversion({ campaignId });
    await probe.publish(conversionApproved(approval));
    const { data } = await probe.waitFor(commissionCreated, ofConversion(approval.conversionId));
    expect(data).toMatchObject({
      campaignName: 'Spring',
      affiliateId: approval.affiliateId,
      orderId: approval.orderId,
      clickId: approval.clickId,
      status: 'approved',
      amountMinor: 1_000,
      paidMinor: 0,
      currency: 'USD',
      saleMinor: 10_000,
    });
  });
});

describe('a refund that arrives before its approval', () => {
  const cases = [
    { name: 'whole', type: conversionReversed, kind: 'refund', refunded: 10_000, left: 0 },
    {
      name: 'in part',
      type: conversionAdjusted,
      kind: 'partial_refund',
      refunded: 4_000,
      left: 600,
    },
  ] as const;

  it.each(cases)('takes effect as well: $name', async ({ type, kind, refunded, left }) => {
    const approval = anApprovedConversion();
    const { conversionId } = approval;
    await probe.publish(
      type({
        ...approval,
        status: kind === 'refund' ? 'reversed' : 'pending',
        refundedMinor: refunded,
        adjustmentId: randomUUIDv7(),
        adjustmentType: kind,
        adjustmentMinor: refunded,
        refundId: null,
      }),
    );
    await eventually(() =>
      world.collections.conversions.findOne({ _id: conversionId }).then(Boolean),
    );
    await world.create(approval);
    const found = await world.collections.commissions.findOne({ conversionId });
    const status = left === 0 ? 'cancelled' : 'approved';
    expect(found).toMatchObject({ status, amountMinor: left });
    await probe.waitFor(commissionAdjusted, ofConversion(conversionId));
  });
});

describe('a hold', () => {
  const terms = (holdDays: number) =>
    ({ type: 'percentage', value: '10', currency: 'USD', holdDays }) as const;

  it('keeps the commission pending until it ends, and then publishes its approval', async () => {
    const reviewedAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
    const due = anApprovedConversion({ terms: terms(1), reviewedAt });
    const held = anApprovedConversion({
      terms: terms(5),
      reviewedAt,
      affiliateId: due.affiliateId,
    });
    await world.create(held, due);
    await probe.waitFor(commissionApproved, ofConversion(due.conversionId));
    const created = await probe.waitFor(commissionCreated, ofConversion(due.conversionId));
    expect(created.data.status).toBe('pending');
    expect(await world.balance(due.affiliateId ?? '')).toMatchObject({
      availableMinor: 1_000,
      pendingMinor: 1_000,
    });
  });
});

describe('a payout', () => {
  it('publishes the commissions that it paid when it settles', async () => {
    const approval = anApprovedConversion();
    const { affiliateId, conversionId } = approval;
    await world.create(approval);
    const payoutId = randomUUIDv7();
    await world.reserve(affiliateId ?? '', 1_000, { payoutId });
    await world.settle(payoutId, '2026-05-02T09:00:00.000Z');
    const { data } = await probe.waitFor(commissionPaid, ofConversion(conversionId));
    expect(data).toMatchObject({
      status: 'paid',
      paidMinor: 1_000,
      payoutId,
      paidAt: '2026-05-02T09:00:00.000Z',
    });
  });
});
