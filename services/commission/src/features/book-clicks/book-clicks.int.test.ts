import { randomUUIDv7 } from 'node:crypto';
import {
  campaignActivated,
  type CampaignSnapshot,
  commissionCreated,
  impressionRecorded,
  type PaidClick,
  paidClicksRecorded,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  type EventProbe,
  eventually,
  openEventProbe,
  payableTraffic,
} from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld({ CLICK_BATCH_MS: '300' });
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
afterAll(() => probe.close());
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

/** A click that its campaign pays for. */
const aPayableClick = (given: Partial<PaidClick> = {}): PaidClick => ({
  ...aClick(),
  traffic: payableTraffic(),
  ...given,
});

async function aClickCampaign(
  type: CampaignSnapshot['type'] = 'click',
  given: Partial<CampaignSnapshot> = {},
  value = '0.15',
) {
  const commission = { type: 'fixed', value, currency: 'USD', holdDays: 0 } as const;
  const campaign = aCampaign({ type, commission, ...given });
  await probe.publish(campaignActivated(campaign));
  const { campaignId } = campaign;
  await eventually(() => world.collections.campaigns.findOne({ _id: campaignId }).then(Boolean));
  return campaign;
}

describe('a click campaign', () => {
  it('pays each person’s first click once, many of them in one commission', async () => {
    const { campaignId, brandId } = await aClickCampaign();
    const affiliateId = randomUUIDv7();
    const on = { campaignId, brandId, affiliateId };
    const paid = Array.from({ length: 40 }, () => aPayableClick(on));
    const unpaid = [
      aPayableClick({ ...on, validity: 'bot' }),
      aPayableClick({ ...on, validity: 'duplicate', isUnique: false }),
      aPayableClick({ ...on, validity: 'filtered' }),
    ];
    // Each event is published twice, as Kafka may deliver it twice.
    const events = [paid, unpaid, paid].map((clicks) => paidClicksRecorded({ clicks }));
    await probe.publish(...events);
    await eventually(async () => (await world.balance(affiliateId)).availableMinor === 600);
    await probe.waitFor(commissionCreated, (data) => data.affiliateId === affiliateId);
    const created = probe
      .events(commissionCreated)
      .filter(({ data }) => data.affiliateId === affiliateId);
    expect(created.length).toBeLessThan(20);
    const [first] = created;
    expect(first?.data).toMatchObject({ campaignId, terms: { type: 'fixed', value: '0.15' } });
    const trace = await world.get(`/api/commissions/${first?.data.commissionId ?? ''}/trace`, {
      role: 'admin',
    });
    expect(trace.body).toMatchObject({ conversion: { source: 'click_batch' } });
    await probe.publish(...events);
    const other = aPayableClick({ ...on, affiliateId: randomUUIDv7() });
    await probe.publish(paidClicksRecorded({ clicks: [other] }));
    await eventually(async () => (await world.balance(other.affiliateId)).availableMinor === 15);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 600 });
  });

  it('is the only kind that pays clicks: those of other campaigns earn nothing', async () => {
    const sale = await aClickCampaign('sale');
    const click = await aClickCampaign();
    const [unpaid, paid] = [sale, click].map(({ campaignId, brandId }) =>
      aPayableClick({ campaignId, brandId }),
    );
    await probe.publish(
      ...[unpaid, paid].flatMap((one) => (one ? [paidClicksRecorded({ clicks: [one] })] : [])),
    );
    const { affiliateId = '' } = paid ?? {};
    await eventually(async () => (await world.balance(affiliateId)).availableMinor === 15);
    expect(await world.balance(unpaid?.affiliateId ?? '')).toMatchObject({ availableMinor: 0 });
  });

  it('pays no more than its daily cap: clicks beyond it are held with the reason', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const caps = { clicks: none, conversions: none, commissionMinor: { ...none, daily: 100 } };
    const { campaignId, brandId } = await aClickCampaign('click', { caps });
    const affiliateId = randomUUIDv7();
    const events = Array.from({ length: 10 }, () =>
      aPayableClick({ campaignId, brandId, affiliateId }),
    );
    await probe.publish(...events.map((click) => paidClicksRecorded({ clicks: [click] })));
    const unpaid = { campaignId, status: 'held', reason: 'commission_cap' } as const;
    await eventually(async () => (await world.collections.paidClicks.countDocuments(unpaid)) === 4);
    // Six clicks at 0.15 are 0.90; a seventh would exceed 1.00.
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 90 });
    // Later clicks of another affiliate do not fit either.
    const other = aPayableClick({ campaignId, brandId });
    await probe.publish(paidClicksRecorded({ clicks: [other] }));
    await eventually(async () => (await world.collections.paidClicks.countDocuments(unpaid)) === 5);
    expect(await world.balance(other.affiliateId)).toMatchObject({ availableMinor: 0 });
  });
});

describe('an impression campaign', () => {
  const seen = (
    on: { campaignId: string; brandId: string; affiliateId: string },
    isUnique = true,
  ) =>
    impressionRecorded({
      ...on,
      impressionId: randomUUIDv7(),
      occurredAt: new Date().toISOString(),
      linkId: randomUUIDv7(),
      isUnique,
      traffic: payableTraffic(),
    });

  it('pays each visitor’s first impression per thousand, as soon as they make whole cents', async () => {
    const { campaignId, brandId } = await aClickCampaign('impression', {}, '2.00');
    const affiliateId = randomUUIDv7();
    const on = { campaignId, brandId, affiliateId };
    const first = Array.from({ length: 23 }, () => seen(on));
    await probe.publish(...first, ...first, seen(on, false));
    // Twenty are worth four cents; three wait for two more.
    await eventually(async () => (await world.balance(affiliateId)).availableMinor === 4);
    const waiting = { campaignId, isBooked: false };
    expect(await world.collections.paidClicks.countDocuments(waiting)).toBe(3);
    await probe.publish(seen(on), seen(on));
    await eventually(async () => (await world.balance(affiliateId)).availableMinor === 5);
    expect(await world.collections.paidClicks.countDocuments(waiting)).toBe(0);
    const created = await probe.waitFor(
      commissionCreated,
      (data) => data.affiliateId === affiliateId && data.amountMinor === 1,
    );
    const path = `/api/commissions/${created.data.commissionId}/trace`;
    expect((await world.get(path, { role: 'admin' })).body).toMatchObject({
      conversion: { source: 'impression_batch', order_id: expect.stringMatching(/^impressions-/) },
      rule: { type: 'fixed', base_rate: '2.00', units: 5, units_per: 1_000 },
      calculation: { parts: [{ exact: '1/1' }], earned: 0.01 },
    });
  });
});
