import { clicksCounted, type ClickRow, conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aClick, aConversion, eventually } from '@tributary/testing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { trafficOwner } from '../../domain/click-sums.ts';
import { scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { countsWithEvidence } from '../../testing/tracking-clicks.ts';

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

const refill = () => {
  const { traffic, clicks } = running.deps;
  return traffic.refill(new Date(), (since) => clicks.streamVisitors(since));
};

/** The counters have an error of a percent or two. */
const about = (count: number): number => expect.closeTo(count, -1) as number;
const none = { listed: 0, slowOrders: 0, lateOrders: 0 };
/** Visitors of the honest affiliate, and their addresses: two visitors share one. */
const [VISITORS, ADDRESSES] = [60, 30] as const;
const expected = [
  {
    ...none,
    clicks: VISITORS,
    described: VISITORS,
    navigations: VISITORS,
    orders: 1,
    quickOrders: 1,
    visitors: about(VISITORS),
    addresses: about(ADDRESSES),
  },
  {
    ...none,
    clicks: 80,
    described: 80,
    navigations: 0,
    orders: 0,
    quickOrders: 0,
    // Visitors behind a private network share its address and are not counted.
    visitors: 0,
    addresses: 0,
  },
];

describe('an affiliate’s traffic of the days before', () => {
  it('is counted by its clicks, orders, visitors and addresses', async () => {
    const clicks = [
      ...Array.from({ length: VISITORS }, (_, index) =>
        clickOf(honest, { fetchMetadata: page, ip: `88.64.${String(index % ADDRESSES)}.1` }),
      ),
      ...Array.from({ length: 80 }, () =>
        clickOf(stuffer, { fetchMetadata: image, ip: '10.0.0.1' }),
      ),
    ];
    running.clicks.add(clicks.map((click) => ({ click, device: null })));
    const [own] = clicks;
    const order = aConversion({
      campaignId,
      affiliateId: honest,
      clickId: own!.clickId,
      clickedAt: yesterday,
      convertedAt: yesterday,
      createdAt: yesterday,
    });
    await running.probe.publish(
      clicksCounted({ counts: countsWithEvidence(clicks) }),
      conversionTracked(order),
    );
    // Reads the keys, because the service caches counts for a minute.
    const { redis } = running.service.platform;
    const day = Math.floor(Date.parse(yesterday) / DAY_MS);
    const counted = (kind: string) =>
      redis.pfcount(
        `${running.deps.config.namespace}attribution:traffic:5:${kind}:${campaignId}:all:${String(day)}`,
      );
    await eventually(
      async () => (await counted('visitors')) >= 57 && (await counted('orders')) === 1,
    );
    const yesterdays = { $gte: new Date(day * DAY_MS), $lt: new Date((day + 1) * DAY_MS) };
    const owner = trafficOwner(campaignId, stuffer);
    await eventually(
      async () => (await running.deps.clickSums.sumMany([owner], yesterdays)).size === 1,
    );
    expect(await countedOf()).toEqual(expected);
  });

  it('is counted again after Redis has lost it', async () => {
    const { redis } = running.service.platform;
    await redis.del(...(await redis.keys(`${running.deps.config.namespace}attribution:traffic*`)));
    running.clicks.pageSize = 7;
    expect(await refill()).toBe(true);
    expect(await countedOf()).toEqual(expected);
    expect(await refill()).toBe(false);
  });

  it('is not available while tracking cannot list visitors, rather than wrong', async () => {
    const { redis } = running.service.platform;
    const keys = await redis.keys(`${running.deps.config.namespace}attribution:traffic*`);
    await redis.del(...keys);
    running.clicks.isUnavailable = true;
    await expect(refill()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await countedOf()).toEqual([undefined, undefined]);
    running.clicks.isUnavailable = false;
    await eventually(async () => (await countedOf()).every((counts) => counts !== undefined));
    expect(await countedOf()).toEqual(expected);
  });

  it('counts against late orders of an affiliate whose clicks open no page, and flags none alone', async () => {
    const clicked = new Date(Date.now() - 2 * HOUR_MS).toISOString();
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
    expect(stuffed).toMatchObject({
      fraudScore: scoreOfAlone('aff_quality'),
      requiresReview: false,
    });
    expect(stuffed?.factors[0]).toMatchObject({
      factor: 'aff_quality',
      evidence: expect.stringMatching(/^0 of 80 clicks of the affiliate opened a page$/),
    });
  });
});
