import {
  assessmentMade,
  type AttributionSettings,
  clickRecorded,
  type ClickRow,
  conversionTracked,
  userStatusChanged,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aUser } from '@tributary/testing';
import { SECOND_MS } from '@tributary/units';
import { aKnownCampaign, clickOf, hoursAgo, orderBy, recordClicks } from '../testing/campaigns.ts';
import { openRunningAttribution, type RunningAttribution } from '../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50' });
});
afterAll(() => running.close());

const [first, second, third] = [newId(), newId(), newId()];

const partsOf = ({ shares }: { shares: readonly { affiliateId: string; valueMinor: number }[] }) =>
  shares.map(({ affiliateId, valueMinor }) => [affiliateId, valueMinor]);

describe('a conversion after several affiliates’ clicks', () => {
  it('is credited to all of them, the largest share first', async () => {
    const campaign = await aKnownCampaign(running, { model: 'position_based' });
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(72).toISOString() }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(48).toISOString() }),
      clickOf(campaign, {
        visitorId,
        affiliateId: second,
        occurredAt: hoursAgo(24).toISOString(),
        validity: 'bot',
      }),
      clickOf(campaign, { visitorId, affiliateId: third, occurredAt: hoursAgo(1).toISOString() }),
      clickOf(campaign, { affiliateId: second, occurredAt: hoursAgo(2).toISOString() }),
    ];
    await recordClicks(running, ...clicks);
    const order = orderBy(clicks[3]!, { valueMinor: 10_001 });
    await running.probe.publish(conversionTracked(order));
    const { data } = await running.probe.waitFor(
      assessmentMade,
      ({ conversionId }) => conversionId === order.conversionId,
    );
    expect(data).toMatchObject({ model: 'position_based', modelVersion: 'position_based.1' });
    expect(partsOf(data)).toEqual([
      [third, 4_001],
      [first, 4_000],
      [second, 2_000],
    ]);
    const [returned] = await running.assess([order]);
    expect(returned).toEqual(data);
  });

  it('waits for its own click, which may arrive after the order', async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const visitorId = newId();
    const earlier = clickOf(campaign, {
      visitorId,
      affiliateId: first,
      occurredAt: hoursAgo(5).toISOString(),
    });
    const own = clickOf(campaign, {
      visitorId,
      affiliateId: second,
      occurredAt: hoursAgo(0.01).toISOString(),
    });
    await recordClicks(running, earlier);
    const order = orderBy(own, { valueMinor: 300 });
    await expect(running.assess([order])).rejects.toMatchObject({ code: 'click_awaited' });
    await running.probe.publish(conversionTracked(order), clickRecorded(own));
    const { data } = await running.probe.waitFor(
      assessmentMade,
      ({ conversionId }) => conversionId === order.conversionId,
    );
    expect(partsOf(data)).toEqual([
      [second, 150],
      [first, 150],
    ]);
  });

  it('waits for no click that cannot earn, and credits the affiliate of the click alone', async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const own = clickOf(campaign, { affiliateId: first, validity: 'bot', isBot: true });
    const order = orderBy(own, { valueMinor: 300, unpayableReason: 'bot_click' });
    const [data] = await running.assess([order]);
    expect(data?.shares).toMatchObject([{ affiliateId: first, valueMinor: 300 }]);
  });

  it('credits an affiliate suspended after the click, because the click was made while it could earn', async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const gone = aUser({ status: 'suspended' });
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, {
        visitorId,
        affiliateId: gone.userId,
        occurredAt: hoursAgo(5).toISOString(),
      }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(1).toISOString() }),
    ];
    await recordClicks(running, ...clicks);
    await running.probe.publish(userStatusChanged({ ...gone, previousStatus: 'active' }));
    const [assessed] = await running.assess([orderBy(clicks[1]!, { valueMinor: 100 })]);
    expect(new Map(partsOf(assessed!) as [string, number][])).toEqual(
      new Map([
        [gone.userId, 50],
        [second, 50],
      ]),
    );
  });

  it('ignores clicks after the order, also of an order that is older than an assessed one', async () => {
    const campaign = await aKnownCampaign(running, { model: 'first_click' });
    const visitorId = newId();
    const own = clickOf(campaign, {
      visitorId,
      affiliateId: second,
      occurredAt: hoursAgo(48).toISOString(),
    });
    const late = clickOf(campaign, {
      visitorId,
      affiliateId: first,
      occurredAt: hoursAgo(-24).toISOString(),
    });
    await recordClicks(running, late, own);
    const newer = orderBy(own);
    const older = orderBy(own, { convertedAt: hoursAgo(24).toISOString() });
    const [one] = await running.assess([newer]);
    const [other] = await running.assess([older]);
    for (const made of [one, other]) expect(partsOf(made!).map(([id]) => id)).toEqual([second]);
  });

  it('ignores clicks before the window', async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear', lookbackWindowDays: 1 });
    const visitorId = newId();
    const old = clickOf(campaign, {
      visitorId,
      affiliateId: first,
      occurredAt: hoursAgo(25).toISOString(),
    });
    const own = clickOf(campaign, {
      visitorId,
      affiliateId: second,
      occurredAt: hoursAgo(23).toISOString(),
    });
    await recordClicks(running, old, own);
    const [made] = await running.assess([orderBy(own)]);
    expect(partsOf(made!)).toEqual([[second, 10_000]]);
  });

  it('counts the latest 1,000 of a script’s 10,000 clicks', async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const visitorId = newId();
    const own = clickOf(campaign, {
      visitorId,
      affiliateId: third,
      occurredAt: hoursAgo(0.5).toISOString(),
    });
    await recordClicks(running, own);
    const touchOf = (index: number) => ({
      _id: newId(),
      visitorId,
      campaignId: campaign.campaignId,
      // The latest 999 alternate between two affiliates; all earlier clicks are the first one's.
      affiliateId: index < 1_000 && index % 2 === 0 ? second : first,
      linkId: own.linkId,
      occurredAt: new Date(hoursAgo(1).getTime() - index * SECOND_MS),
      device: 'desktop' as const,
      country: null,
      fingerprint: null,
      navigated: true,
      network: null,
    });
    for (let from = 0; from < 10_000; from += 1_000) {
      const touches = Array.from({ length: 1_000 }, (_, index) => touchOf(from + index));
      await running.deps.touchpoints.add(touches);
    }
    const [made] = await running.assess([orderBy(own, { valueMinor: 100_000 })]);
    expect(Object.fromEntries(partsOf(made!))).toEqual({
      [first]: 49_900,
      [second]: 50_000,
      [third]: 100,
    });
  });
});

describe('two devices of one customer', () => {
  const twoDevices = async (given: Partial<AttributionSettings>, later: Partial<ClickRow> = {}) => {
    const campaign = await aKnownCampaign(running, { model: 'linear', ...given });
    const device = { ip: '198.51.100.4' };
    const onPhone = clickOf(campaign, {
      ...device,
      affiliateId: first,
      occurredAt: hoursAgo(30).toISOString(),
    });
    const onLaptop = clickOf(campaign, {
      ...device,
      affiliateId: second,
      occurredAt: hoursAgo(2).toISOString(),
      ...later,
    });
    await recordClicks(running, onPhone, onLaptop);
    return { onPhone, onLaptop };
  };
  const customer = () => ({ customerEmailHash: newId() });

  it('are joined from an order with the same e-mail on', async () => {
    const { onPhone, onLaptop } = await twoDevices({ enableCrossDevice: true });
    const who = customer();
    const at = { convertedAt: hoursAgo(20).toISOString(), createdAt: hoursAgo(20).toISOString() };
    const [signup] = await running.assess([orderBy(onPhone, { ...who, ...at })]);
    expect(partsOf(signup!)).toEqual([[first, 10_000]]);
    const [order] = await running.assess([orderBy(onLaptop, who)]);
    expect(partsOf(order!)).toEqual([
      [second, 5_000],
      [first, 5_000],
    ]);
    const [stranger] = await running.assess([orderBy(onLaptop, customer())]);
    expect(partsOf(stranger!)).toEqual([[second, 10_000]]);
  });

  it('are neither joined nor stored when the campaign does not join devices', async () => {
    const { onPhone, onLaptop } = await twoDevices({});
    const who = customer();
    await running.assess([orderBy(onPhone, { ...who, createdAt: hoursAgo(20).toISOString() })]);
    const [order] = await running.assess([orderBy(onLaptop, who)]);
    expect(partsOf(order!)).toEqual([[second, 10_000]]);
    expect(
      await running.deps.devices.listOf([`${onPhone.brandId}:email:${who.customerEmailHash}`]),
    ).toEqual([]);
  });

  it('with the same fingerprint are one in a campaign with fingerprints', async () => {
    const { onLaptop } = await twoDevices({ fingerprintingEnabled: true });
    const [order] = await running.assess([orderBy(onLaptop)]);
    expect(partsOf(order!).map(([id]) => id)).toEqual([second, first]);
    const other = await twoDevices(
      { fingerprintingEnabled: true },
      { userAgent: 'Mozilla/5.0 (iPad)' },
    );
    const [apart] = await running.assess([orderBy(other.onLaptop)]);
    expect(partsOf(apart!)).toEqual([[second, 10_000]]);
  });
});
