import {
  assessmentMade,
  type AttributionSettings,
  campaignCreated,
  campaignUpdated,
  type CampaignSnapshot,
  clickRecorded,
  type ClickRow,
  type ConversionSnapshot,
  conversionTracked,
  userStatusChanged,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aCampaign, aClick, aConversion, aUser, eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50' });
});
afterAll(() => running.close());

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** A campaign that the service knows by its event. */
async function campaignWith(given: Partial<AttributionSettings>): Promise<CampaignSnapshot> {
  const campaign = aCampaign();
  const attribution = { ...campaign.attribution, ...given };
  const made = { ...campaign, attribution, updatedAt: hoursAgo(10_000) };
  running.campaigns.set(made.campaignId, made);
  await running.probe.publish(campaignCreated(made));
  await eventually(
    async () => (await running.deps.settings.findCurrent(made.campaignId)) !== undefined,
  );
  return made;
}

const [first, second, third] = [newId(), newId(), newId()];

const clickOf = (campaign: CampaignSnapshot, given: Partial<ClickRow> = {}): ClickRow =>
  aClick({ campaignId: campaign.campaignId, brandId: campaign.brandId, ...given });

async function record(...clicks: readonly ClickRow[]): Promise<void> {
  await running.probe.publish(...clicks.map((click) => clickRecorded(click)));
  const ids = clicks.filter(({ validity }) => validity === 'valid').map(({ clickId }) => clickId);
  await eventually(async () => (await running.deps.touchpoints.findMany(ids)).size === ids.length);
}

const orderBy = (click: ClickRow, given: Partial<ConversionSnapshot> = {}): ConversionSnapshot =>
  aConversion({
    brandId: click.brandId,
    campaignId: click.campaignId,
    affiliateId: click.affiliateId,
    clickId: click.clickId,
    linkId: click.linkId,
    clickedAt: click.occurredAt,
    convertedAt: hoursAgo(0),
    createdAt: hoursAgo(0),
    ...given,
  });

const partsOf = ({ shares }: { shares: readonly { affiliateId: string; valueMinor: number }[] }) =>
  shares.map(({ affiliateId, valueMinor }) => [affiliateId, valueMinor]);

const pathOf = (campaign: CampaignSnapshot) =>
  `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution`;

describe('a conversion after several affiliates’ clicks', () => {
  it('is split among them, each once, the largest share first', async () => {
    const campaign = await campaignWith({ model: 'position_based' });
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(72) }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(48) }),
      clickOf(campaign, {
        visitorId,
        affiliateId: second,
        occurredAt: hoursAgo(24),
        validity: 'bot',
      }),
      clickOf(campaign, { visitorId, affiliateId: third, occurredAt: hoursAgo(1) }),
      clickOf(campaign, { affiliateId: second, occurredAt: hoursAgo(2) }),
    ];
    await record(...clicks);
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
    const [answered] = await running.assess([order]);
    expect(answered).toEqual(data);
  });

  it('waits for its own click, which may come after the order', async () => {
    const campaign = await campaignWith({ model: 'linear' });
    const visitorId = newId();
    const earlier = clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(5) });
    const own = clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(0.01) });
    await record(earlier);
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

  it('stays its affiliate’s who left between click and order, as the click was made while it could earn', async () => {
    const campaign = await campaignWith({ model: 'linear' });
    const gone = aUser({ status: 'suspended' });
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: gone.userId, occurredAt: hoursAgo(5) }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(1) }),
    ];
    await record(...clicks);
    await running.probe.publish(userStatusChanged({ ...gone, previousStatus: 'active' }));
    const [assessed] = await running.assess([orderBy(clicks[1]!, { valueMinor: 100 })]);
    expect(new Map(partsOf(assessed!) as [string, number][])).toEqual(
      new Map([
        [gone.userId, 50],
        [second, 50],
      ]),
    );
  });

  it('leaves out a click from the future, and bears orders that come before those of earlier days', async () => {
    const campaign = await campaignWith({ model: 'first_click' });
    const visitorId = newId();
    const own = clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(48) });
    const late = clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(-24) });
    await record(late, own);
    const newer = orderBy(own);
    const older = orderBy(own, { convertedAt: hoursAgo(24) });
    const [one] = await running.assess([newer]);
    const [other] = await running.assess([older]);
    for (const made of [one, other]) expect(partsOf(made!).map(([id]) => id)).toEqual([second]);
  });

  it('leaves out what lies before the window', async () => {
    const campaign = await campaignWith({ model: 'linear', lookbackWindowDays: 1 });
    const visitorId = newId();
    const old = clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(25) });
    const own = clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(23) });
    await record(old, own);
    const [made] = await running.assess([orderBy(own)]);
    expect(partsOf(made!)).toEqual([[second, 10_000]]);
  });

  it('counts the latest 1,000 of a script’s 10,000 clicks, and is assessed like any other', async () => {
    const campaign = await campaignWith({ model: 'linear' });
    const visitorId = newId();
    const own = clickOf(campaign, { visitorId, affiliateId: third, occurredAt: hoursAgo(0.5) });
    await record(own);
    const touchOf = (index: number) => ({
      _id: newId(),
      visitorId,
      campaignId: campaign.campaignId,
      // The latest 999 are half and half; what lies before them is the first one's alone.
      affiliateId: index < 1_000 && index % 2 === 0 ? second : first,
      linkId: own.linkId,
      occurredAt: new Date(Date.parse(hoursAgo(1)) - index * 1_000),
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
    const campaign = await campaignWith({ model: 'linear', ...given });
    const device = { ip: '198.51.100.4' };
    const onPhone = clickOf(campaign, { ...device, affiliateId: first, occurredAt: hoursAgo(30) });
    const onLaptop = clickOf(campaign, {
      ...device,
      affiliateId: second,
      occurredAt: hoursAgo(2),
      ...later,
    });
    await record(onPhone, onLaptop);
    return { onPhone, onLaptop };
  };
  const customer = () => ({ customerEmailHash: newId() });

  it('are joined by an earlier order with the same e-mail, and not before it', async () => {
    const { onPhone, onLaptop } = await twoDevices({ enableCrossDevice: true });
    const who = customer();
    const at = { convertedAt: hoursAgo(20), createdAt: hoursAgo(20) };
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

  it('stay apart where the campaign does not join them, and nothing is kept of them', async () => {
    const { onPhone, onLaptop } = await twoDevices({});
    const who = customer();
    await running.assess([orderBy(onPhone, { ...who, createdAt: hoursAgo(20) })]);
    const [order] = await running.assess([orderBy(onLaptop, who)]);
    expect(partsOf(order!)).toEqual([[second, 10_000]]);
    expect(
      await running.deps.devices.listOf([`${onPhone.brandId}:email:${who.customerEmailHash}`]),
    ).toEqual([]);
  });

  it('that look the same are one where the campaign looks at devices', async () => {
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

describe('PUT …/attribution', () => {
  it('holds from then on: for what comes later, not for what came before', async () => {
    const campaign = await campaignWith({ model: 'first_click' });
    const brand = running.caller(campaign.brandId);
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(72) }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(1) }),
    ];
    await record(...clicks);
    const before = orderBy(clicks[1]!, { createdAt: hoursAgo(0.5), convertedAt: hoursAgo(0.5) });
    const { status, body } = await brand.put(pathOf(campaign), {
      model: 'time_decay',
      time_decay_half_life_hours: 24,
      lookback_window_days: 60,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          campaign_id: campaign.campaignId,
          attribution_settings: {
            model: 'time_decay',
            lookback_window_days: 60,
            time_decay_half_life_hours: 24,
            position_based_weights: { first: 40, middle: 20, last: 40 },
            enable_cross_device: false,
            fingerprinting_enabled: false,
          },
        },
      },
    });
    const [old, fresh] = await running.assess([before, orderBy(clicks[1]!, { valueMinor: 9_000 })]);
    expect(old).toMatchObject({ model: 'first_click', shares: [{ affiliateId: first }] });
    expect(fresh?.model).toBe('time_decay');
    expect(fresh?.shares).toHaveLength(2);
    const record_ = running.campaigns.get(campaign.campaignId)!;
    // The campaign's own event brings the same once more.
    await running.probe.publish(
      campaignUpdated(record_),
      campaignUpdated({ ...record_, updatedAt: hoursAgo(-1) }),
    );
    const marker = { ...record_, campaignId: newId() };
    await running.probe.publish(campaignUpdated(marker));
    await eventually(
      async () => (await running.deps.settings.findCurrent(marker.campaignId)) !== undefined,
    );
    expect(await running.deps.settings.listHistory(campaign.campaignId)).toMatchObject([
      { settings: { model: 'time_decay' } },
      { settings: { model: 'first_click' } },
    ]);
    const history = await brand.get(pathOf(campaign));
    expect(history.body.data.history).toMatchObject([
      { model: 'time_decay' },
      { model: 'first_click' },
    ]);
  });

  it.each([1, 365])('takes a window of %d days', async (days) => {
    const campaign = await campaignWith({});
    const { status, body } = await running
      .caller(campaign.brandId)
      .put(pathOf(campaign), { model: 'linear', lookback_window_days: days });
    expect(status).toBe(200);
    expect(body.data.attribution_settings.lookback_window_days).toBe(days);
  });

  it('is not undone by an event of an earlier change that comes late', async () => {
    const campaign = await campaignWith({ model: 'first_click' });
    const changed = (model: AttributionSettings['model'], updatedAt: string) =>
      campaignUpdated({
        ...campaign,
        attribution: { ...campaign.attribution, model },
        updatedAt,
      });
    await running.probe.publish(changed('linear', hoursAgo(1)));
    const currentModel = async () =>
      (await running.deps.settings.findCurrent(campaign.campaignId))?.settings.model;
    await eventually(async () => (await currentModel()) === 'linear');
    await running.probe.publish(changed('time_decay', hoursAgo(2)));
    await eventually(
      async () => (await running.deps.settings.listHistory(campaign.campaignId)).length === 3,
    );
    expect(await currentModel()).toBe('linear');
    const history = await running.deps.settings.listHistory(campaign.campaignId);
    expect(history.map(({ settings }) => settings.model)).toEqual([
      'linear',
      'time_decay',
      'first_click',
    ]);
  });

  it('says of data_driven how far it is and what it falls back to', async () => {
    const campaign = await campaignWith({});
    const { body } = await running
      .caller(campaign.brandId)
      .put(pathOf(campaign), { model: 'data_driven' });
    expect(body.data.data_driven).toEqual({
      is_trained: false,
      version: null,
      trained_at: null,
      conversions: 0,
      minimum_conversions: 300,
      falls_back_to: 'linear',
    });
  });

  it.each([
    [
      { model: 'position_based', position_based_weights: { first: 40, middle: 20, last: 41 } },
      'position_based_weights',
    ],
    [
      { model: 'position_based', position_based_weights: { first: -10, middle: 70, last: 40 } },
      'position_based_weights',
    ],
    [{ model: 'linear', lookback_window_days: 0 }, 'lookback_window_days'],
    [{ model: 'linear', lookback_window_days: 366 }, 'lookback_window_days'],
    [{ model: 'time_decay', time_decay_half_life_hours: 0 }, 'time_decay_half_life_hours'],
    [{ model: 'any_click' }, 'model'],
    [{}, 'model'],
    [{ model: 'linear', surprise: true }, 'surprise'],
  ])('refuses %j', async (asked, field) => {
    const campaign = aCampaign();
    const { status, body } = await running.caller(campaign.brandId).put(pathOf(campaign), asked);
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    expect(JSON.stringify(body)).toContain(field);
  });

  it('answers 404 for another brand’s campaign and 403 to an affiliate', async () => {
    const campaign = await campaignWith({});
    const asked = { model: 'linear' };
    expect((await running.caller(newId()).put(pathOf(campaign), asked)).status).toBe(404);
    expect((await running.caller(newId()).get(pathOf(campaign))).status).toBe(404);
    expect((await running.caller(newId(), 'affiliate').put(pathOf(campaign), asked)).status).toBe(
      403,
    );
    expect(
      (
        await running
          .caller(campaign.brandId)
          .put('/api/brand/conversions/campaigns/x/attribution', asked)
      ).status,
    ).toBe(404);
  });
});
