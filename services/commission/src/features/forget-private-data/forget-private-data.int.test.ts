import { randomUUIDv7 } from 'node:crypto';
import {
  commissionCustomerErased,
  conversionApproved,
  conversionCustomerErased,
  conversionTracked,
} from '@tributary/contracts';
import {
  aConversion,
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
  world = await openWorld();
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
// Closes each separately, so that one that failed to open leaves no other running.
afterAll(() => probe.close());
afterAll(() => world.close());

const now = new Date();
const daysAgo = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();

const viewOf = (_id: string) => world.collections.conversionViews.findOne({ _id });
const subscription = (recurringMonths: number) => ({
  ...({ type: 'percentage', value: '10', currency: 'USD', holdDays: 0 } as const),
  ...({ campaignType: 'subscription', recurringMonths } as const),
});

describe('a customer', () => {
  it('is stored by the shop’s id for 90 days, and not again after a replayed event', async () => {
    const affiliateId = randomUUIDv7();
    const order = aConversion({ affiliateId, customerId: 'customer', createdAt: daysAgo(89) });
    await probe.publish(conversionTracked(order));
    await eventually(async () => (await viewOf(order.conversionId)) !== null);
    await world.forgetPrivateData(now);
    expect(await viewOf(order.conversionId)).toMatchObject({ customerId: 'customer' });
    await world.forgetPrivateData(new Date(now.getTime() + DAY_MS));
    expect(await viewOf(order.conversionId)).toMatchObject({ customerId: null, status: 'pending' });

    const old = aConversion({ affiliateId, customerId: 'customer', createdAt: daysAgo(91) });
    await probe.publish(conversionTracked(old));
    await eventually(async () => (await viewOf(old.conversionId)) !== null);
    expect(await viewOf(old.conversionId)).toMatchObject({ customerId: null });
    const me = { id: affiliateId, role: 'affiliate' } as const;
    const { body } = await world.get(`/api/commissions/conversions/${old.conversionId}`, me);
    expect(body).toMatchObject({ customer_id: null });
  });

  it('is found by an index, because the schedule runs every hour', async () => {
    const due = { customerId: { $type: 'string' as const }, trackedAt: { $lte: now } };
    const explained = await world.collections.conversionViews.find(due).explain('queryPlanner');
    expect(JSON.stringify(explained)).toContain('"indexName":"private"');
  });

  it('is stored as a hash for counting renewals, and after erasure is linked to no sale', async () => {
    const [affiliateId, brandId, campaignId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const sale = (convertedAt: string) =>
      anApprovedConversion({
        ...{ affiliateId, brandId, campaignId, convertedAt, createdAt: convertedAt },
        ...{ customerId: 'somebody@example.com', type: 'subscription', terms: subscription(1) },
      });
    const first = sale(daysAgo(60));
    await world.create(first);
    const kept = () => world.collections.subscriptions.find({ campaignId }).toArray();
    expect(await kept()).toMatchObject([{ firstConversionId: first.conversionId }]);
    expect(JSON.stringify(await kept())).not.toContain('somebody');

    await probe.publish(conversionApproved(first));
    await eventually(async () => (await viewOf(first.conversionId)) !== null);
    const { conversionId, clickId } = first;
    const erasureId = randomUUIDv7();
    await probe.publish(conversionCustomerErased({ conversionId, brandId, clickId, erasureId }));
    await eventually(async () => (await viewOf(conversionId))?.customerId === null);
    expect(await kept()).toMatchObject([{ firstConversionId: null, firstAt: expect.any(Date) }]);
    const { data } = await probe.waitFor(
      commissionCustomerErased,
      (erased) => erased.erasureId === erasureId,
    );
    expect(data.counts).toEqual([
      { collection: 'conversion_views', count: 1 },
      { collection: 'subscriptions', count: 1 },
    ]);
    // Its month has passed, so it still earns nothing.
    const [renewal] = await world.create(sale(daysAgo(1)));
    expect(renewal).toMatchObject({ commissionCreated: false });
  });
});
