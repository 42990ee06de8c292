import {
  assessmentMade,
  type AttributionSettings,
  type ClickRow,
  type ConversionSnapshot,
  conversionTracked,
  userStatusChanged,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aUser, eventually } from '@tributary/testing';
import { SECOND_MS } from '@tributary/units';
import { aKnownCampaign, clickOf, hoursAgo, orderBy, recordClicks } from '../testing/campaigns.ts';
import { assessConversions } from './assess-conversions.ts';
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
    recordClicks(running, ...clicks);
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
    recordClicks(running, earlier);
    const order = orderBy(own, { valueMinor: 300 });
    await expect(running.assess([order])).rejects.toMatchObject({ code: 'click_awaited' });
    await running.probe.publish(conversionTracked(order));
    recordClicks(running, own);
    const { data } = await running.probe.waitFor(
      assessmentMade,
      ({ conversionId }) => conversionId === order.conversionId,
    );
    expect(partsOf(data)).toEqual([
      [second, 150],
      [first, 150],
    ]);
  });

  it('waits until the clicks before it are stored, where those may earn', async () => {
    const visitorId = newId();
    const ofModel = async (model: AttributionSettings['model']) => {
      const campaign = await aKnownCampaign(running, { model });
      const own = clickOf(campaign, {
        visitorId,
        affiliateId: second,
        occurredAt: hoursAgo(0.01).toISOString(),
      });
      recordClicks(running, own);
      return { campaign, order: orderBy(own, { valueMinor: 300 }) };
    };
    const { campaign, order } = await ofModel('linear');
    const { order: byLastClick } = await ofModel('last_click');
    running.clicks.isBehind = true;
    await expect(running.assess([order])).rejects.toMatchObject({ code: 'click_awaited' });
    const [assessed] = await running.assess([byLastClick]);
    expect(partsOf(assessed!)).toEqual([[second, 300]]);
    const earlier = { visitorId, affiliateId: first, occurredAt: hoursAgo(5).toISOString() };
    recordClicks(running, clickOf(campaign, earlier));
    running.clicks.isBehind = false;
    await running.probe.publish(conversionTracked(order));
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
    recordClicks(running, ...clicks);
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
    recordClicks(running, late, own);
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
    recordClicks(running, old, own);
    const [made] = await running.assess([orderBy(own)]);
    expect(partsOf(made!)).toEqual([[second, 10_000]]);
  });

  it('counts the latest 200 of a script’s 2,000 clicks', async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const visitorId = newId();
    const own = clickOf(campaign, {
      visitorId,
      affiliateId: third,
      occurredAt: hoursAgo(0.5).toISOString(),
    });
    recordClicks(running, own);
    const clickAt = (index: number) =>
      clickOf(campaign, {
        visitorId,
        // The latest 199 alternate between two affiliates; all earlier clicks are the first one's.
        affiliateId: index < 200 && index % 2 === 0 ? second : first,
        occurredAt: new Date(hoursAgo(1).getTime() - index * SECOND_MS).toISOString(),
      });
    recordClicks(running, ...Array.from({ length: 2_000 }, (_, index) => clickAt(index)));
    const [made] = await running.assess([orderBy(own, { valueMinor: 100_000 })]);
    expect(Object.fromEntries(partsOf(made!))).toEqual({
      [first]: 49_500,
      [second]: 50_000,
      [third]: 500,
    });
  });
});

describe('conversions that are assessed together', () => {
  const assessed = async (conversions: readonly ConversionSnapshot[]) => {
    running.clicks.findJourneysCalls.length = 0;
    // Not recorded as pending, so that nobody else assesses them.
    const pending = conversions.map((conversion) => ({ conversion, correlationId: newId() }));
    return assessConversions(running.deps)(pending);
  };

  it('cost one call of tracking, and none without clicks', async () => {
    const { clicks } = running;
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const own = Array.from({ length: 60 }, () => clickOf(campaign));
    recordClicks(running, ...own);
    await assessed(own.map((click) => orderBy(click, { ip: null })));
    expect(clicks.findJourneysCalls).toEqual([60]);
    await assessed([orderBy(own[0]!, { clickId: null, linkId: null, clickedAt: null })]);
    expect(clicks.findJourneysCalls).toEqual([]);
  });

  it.each([
    ['in one message, which has the touches of a visitor once', false, [60]],
    [
      'in several of tracking’s version before, which repeats them for each order',
      true,
      [60, 30, 30],
    ],
  ] as const)('have all touches %s', async (_how, isVersionBefore, calls) => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const visitorId = 'v'.repeat(9_000);
    const script = Array.from({ length: 20 }, (_, index) =>
      clickOf(campaign, {
        visitorId,
        affiliateId: index === 0 ? first : second,
        occurredAt: new Date(hoursAgo(1).getTime() + index * SECOND_MS).toISOString(),
      }),
    );
    recordClicks(running, ...script);
    const orders = Array.from({ length: 60 }, () =>
      orderBy(script.at(-1)!, { valueMinor: 100_000, ip: null }),
    );
    running.clicks.isVersionBefore = isVersionBefore;
    const made = await assessed(orders);
    running.clicks.isVersionBefore = false;
    expect(made.map(partsOf)).toEqual(
      orders.map(() => [
        [second, 95_000],
        [first, 5_000],
      ]),
    );
    expect(running.clicks.findJourneysCalls).toEqual(calls);
  });
});

describe('while tracking is unavailable', () => {
  const anAwaitingOrder = async () => {
    const campaign = await aKnownCampaign(running, { model: 'linear' });
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(2).toISOString() }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(1).toISOString() }),
    ];
    recordClicks(running, ...clicks);
    return orderBy(clicks[1]!);
  };
  const expectAssessed = async ({ conversionId }: { conversionId: string }) => {
    const { data } = await running.probe.waitFor(
      assessmentMade,
      (one) => one.conversionId === conversionId,
    );
    expect(partsOf(data)).toEqual([
      [second, 5_000],
      [first, 5_000],
    ]);
  };
  afterEach(() => {
    running.clicks.isUnavailable = false;
    running.clicks.isSilent = false;
  });

  it('conversions stay pending, and get their whole journey afterwards', async () => {
    const order = await anAwaitingOrder();
    const { clicks, probe, deps } = running;
    clicks.isUnavailable = true;
    clicks.findJourneysCalls.length = 0;
    await probe.publish(conversionTracked(order));
    await eventually(() => clicks.findJourneysCalls.length > 0);
    await expect(running.assess([order])).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await deps.assessments.findMany([order.conversionId])).size).toBe(0);
    clicks.isUnavailable = false;
    await expectAssessed(order);
  });

  it('Assess answers before its callers give up, though tracking never answers', async () => {
    const order = await anAwaitingOrder();
    running.clicks.isSilent = true;
    const call = running.client.call(
      'Assess',
      { conversions: [JSON.stringify(order)] },
      { deadlineMs: 5_000, idempotent: false },
    );
    await expect(call).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('tributary.tracking.v1.Clicks'),
    });
    running.clicks.isSilent = false;
    await expectAssessed(order);
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
    recordClicks(running, onPhone, onLaptop);
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

  it('of an order without consent are not searched: the click that it names has the credit', async () => {
    const campaign = await aKnownCampaign(running, {
      model: 'linear',
      enableCrossDevice: true,
      fingerprintingEnabled: true,
    });
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(2).toISOString() }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(1).toISOString() }),
    ];
    recordClicks(running, ...clicks);
    running.clicks.findJourneysCalls.length = 0;
    const refused = { consent: 'denied', ip: null, userAgent: null, evidence: null } as const;
    const order = orderBy(clicks[1]!, refused);
    const [made] = await running.assess([order]);
    expect(partsOf(made!)).toEqual([[second, 10_000]]);
    expect(running.clicks.findJourneysCalls.flat()).not.toContain(1);
    const stored = await running.service.platform.mongo.connection
      .collection<{ _id: string }>('assessments')
      .findOne({ _id: order.conversionId });
    expect(stored).toMatchObject({ visitorId: null });
  });
});
