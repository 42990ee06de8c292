import { clickRecorded, type ClickRow, conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aClick, aConversion, eventually } from '@tributary/testing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

const campaignId = newId();
const [honest, stuffer] = [newId(), newId()];
const yesterday = new Date(Date.now() - DAY_MS).toISOString();
const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };

const clickOf = (affiliateId: string, given: Partial<ClickRow>): ClickRow =>
  aClick({ campaignId, affiliateId, occurredAt: yesterday, visitorId: newId(), ...given });
const countedOf = async () => {
  const queries = [honest, stuffer].map((affiliateId) => ({
    campaignId,
    affiliateId,
    at: new Date(),
  }));
  return (await running.deps.traffic.listAt(queries)).map((traffic) => traffic?.affiliate);
};

/** The counters have an error of a percent or two. */
const about = (count: number): number => expect.closeTo(count, -1) as number;
const none = { listed: 0, slowOrders: 0, lateOrders: 0 };
/** Visitors of the honest affiliate, and their addresses: two visitors share one. */
const [VISITORS, ADDRESSES] = [60, 30] as const;
const expected = [
  {
    ...none,
    clicks: about(VISITORS),
    described: about(VISITORS),
    navigations: about(VISITORS),
    orders: 1,
    quickOrders: 1,
    visitors: about(VISITORS),
    addresses: about(ADDRESSES),
  },
  {
    ...none,
    clicks: about(80),
    described: about(80),
    navigations: 0,
    orders: 0,
    quickOrders: 0,
    // Visitors behind a private network share its address and are not counted.
    visitors: 0,
    addresses: 0,
  },
];

describe('an affiliate’s traffic of the days before', () => {
  it('is counted once, however often its clicks are published', async () => {
    const clicks = [
      ...Array.from({ length: VISITORS }, (_, index) =>
        clickOf(honest, { fetchMetadata: page, ip: `88.64.${String(index % ADDRESSES)}.1` }),
      ),
      ...Array.from({ length: 80 }, () =>
        clickOf(stuffer, { fetchMetadata: image, ip: '10.0.0.1' }),
      ),
    ];
    const events = clicks.map((click) => clickRecorded(click));
    const [own] = clicks;
    const order = aConversion({
      campaignId,
      affiliateId: honest,
      clickId: own!.clickId,
      clickedAt: yesterday,
      convertedAt: yesterday,
      createdAt: yesterday,
    });
    await running.probe.publish(...events, ...events, conversionTracked(order));
    // Reads the keys, because the service caches counts for a minute.
    const { redis } = running.service.platform;
    const day = Math.floor(Date.parse(yesterday) / DAY_MS);
    const counted = (kind: string) =>
      redis.pfcount(
        `${running.deps.config.namespace}attribution:traffic:4:${kind}:${campaignId}:all:${String(day)}`,
      );
    await eventually(
      async () => (await counted('clicks')) >= 136 && (await counted('orders')) === 1,
    );
    expect(await countedOf()).toEqual(expected);
  });

  it('is counted again after Redis has lost it', async () => {
    const { redis } = running.service.platform;
    await redis.del(...(await redis.keys(`${running.deps.config.namespace}attribution:traffic*`)));
    expect(await running.deps.traffic.refill(new Date())).toBe(true);
    expect(await countedOf()).toEqual(expected);
    expect(await running.deps.traffic.refill(new Date())).toBe(false);
  });

  it('flags orders of an affiliate whose clicks open no page', async () => {
    const clicked = new Date(Date.now() - HOUR_MS).toISOString();
    const order = (affiliateId: string) =>
      aConversion({
        campaignId,
        affiliateId,
        clickedAt: clicked,
        convertedAt: new Date().toISOString(),
        createdAt: new Date().toISOString(),
      });
    const [fine, stuffed] = await running.assess([order(honest), order(stuffer)]);
    expect(fine).toMatchObject({ fraudScore: 0, requiresReview: false });
    expect(stuffed).toMatchObject({ fraudScore: 0.6, requiresReview: true });
    expect(stuffed?.factors[0]).toMatchObject({
      factor: 'aff_quality',
      evidence: expect.stringMatching(
        /^0 of (7[6-9]|8[0-4]) clicks of the affiliate opened a page$/,
      ),
    });
  });
});
