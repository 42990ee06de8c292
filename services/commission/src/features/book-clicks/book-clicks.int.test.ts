import { randomUUIDv7 } from 'node:crypto';
import { campaignActivated, clickRecorded, commissionCreated } from '@tributary/contracts';
import { aCampaign, aClick, type EventProbe, eventually, openEventProbe } from '@tributary/testing';
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

async function aClickCampaign(type: 'click' | 'sale' = 'click') {
  const commission = { type: 'fixed', value: '0.15', currency: 'USD', holdDays: 0 } as const;
  const campaign = aCampaign({ type, commission });
  await probe.publish(campaignActivated(campaign));
  const { campaignId } = campaign;
  await eventually(() => world.collections.campaigns.findOne({ _id: campaignId }).then(Boolean));
  return campaign;
}

describe('a campaign for clicks', () => {
  it('pays each person’s first click once, many of them in one commission', async () => {
    const { campaignId, brandId } = await aClickCampaign();
    const affiliateId = randomUUIDv7();
    const on = { campaignId, brandId, affiliateId };
    const paid = Array.from({ length: 40 }, () => aClick(on));
    const unpaid = [
      aClick({ ...on, validity: 'bot', isBot: true }),
      aClick({ ...on, validity: 'duplicate', isUnique: false }),
      aClick({ ...on, validity: 'filtered' }),
    ];
    // Every one of them twice, as a topic may have them.
    const said = [...paid, ...unpaid, ...paid].map((click) => clickRecorded(click));
    await probe.publish(...said);
    await eventually(async () => (await world.balance(affiliateId)).availableMinor === 600);
    await probe.waitFor(commissionCreated, (data) => data.affiliateId === affiliateId);
    const told = probe
      .events(commissionCreated)
      .filter(({ data }) => data.affiliateId === affiliateId);
    expect(told.length).toBeLessThan(20);
    const [first] = told;
    expect(first?.data).toMatchObject({ campaignId, terms: { type: 'fixed', value: '0.15' } });
    const trace = await world.get(`/api/commissions/${first?.data.commissionId ?? ''}/trace`, {
      role: 'admin',
    });
    expect(trace.body).toMatchObject({ conversion: { source: 'click_batch' } });
    await probe.publish(...said);
    const other = aClick({ ...on, affiliateId: randomUUIDv7() });
    await probe.publish(clickRecorded(other));
    await eventually(async () => (await world.balance(other.affiliateId)).availableMinor === 15);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 600 });
  });

  it('alone does: clicks of other campaigns earn nothing', async () => {
    const sale = await aClickCampaign('sale');
    const click = await aClickCampaign();
    const [unpaid, paid] = [sale, click].map(({ campaignId, brandId }) =>
      aClick({ campaignId, brandId }),
    );
    await probe.publish(...[unpaid, paid].flatMap((one) => (one ? [clickRecorded(one)] : [])));
    const { affiliateId = '' } = paid ?? {};
    await eventually(async () => (await world.balance(affiliateId)).availableMinor === 15);
    expect(await world.balance(unpaid?.affiliateId ?? '')).toMatchObject({ availableMinor: 0 });
  });
});
