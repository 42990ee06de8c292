import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { openLog } from '@tributary/service';
import { openRedis } from '@tributary/service/edge';
import { aCampaign, aClick, openRedisCluster, type RedisCluster } from '@tributary/testing';
import { type Redis } from 'ioredis';
import { encodeClick } from '../domain/click-batch.ts';
import { partsOfRow } from '../domain/click-parts.ts';
import { openClickCache } from './click-cache.ts';
import { openClickCaps } from './click-caps.ts';
import { openShopSightings } from './shop-sightings.ts';

const NAMESPACE = 'tracking-';
const CLICKS = 60;
const NOW = new Date('2026-05-01T12:00:00Z');
const none = { daily: null, weekly: null, monthly: null, total: null };

describe('on a Redis Cluster of three masters', () => {
  let cluster: RedisCluster;
  let redis: Redis;
  beforeAll(async () => {
    cluster = await openRedisCluster();
    redis = await openRedis({ url: cluster.url }, openLog('tracking', 'error'));
  });
  afterAll(async () => {
    redis.disconnect();
    await cluster.close();
  });

  const openCache = () => openClickCache(redis, { namespace: NAMESPACE, hotSeconds: 60 });
  const expectOnEveryMaster = async (prefix: string): Promise<void> => {
    for (const keys of await cluster.keys(NAMESPACE + prefix)) expect(keys).not.toEqual([]);
  };

  const clicks = Array.from({ length: CLICKS }, () => {
    // The leading digits of ids change with the time alone.
    const clickId = randomUUID();
    const row = aClick({ clickId, linkId: randomUUIDv7() });
    const parts = partsOfRow(row);
    const newVisitor = { day: '2026-05-01', linkId: row.linkId, visitor: randomUUID() };
    return { row, newVisitor, parts, json: encodeClick(parts) };
  });

  it('the clicks of a batch, the latest of their links and their new visitors are found by other instances', async () => {
    await openCache().saveAll(clicks);
    const other = openCache();
    const found = await Promise.all(clicks.map(({ row }) => other.find(row.clickId)));
    expect(found).toEqual(clicks.map(({ row }) => row));
    const latest = await Promise.all(clicks.map(({ row }) => other.findLatest(row.linkId)));
    expect(latest).toEqual(found);
    expect(await other.claimAll(clicks.map(({ newVisitor }) => newVisitor))).not.toContain(true);
    for (const prefix of ['clicks:', 'last-click:', 'newcomers:'])
      await expectOnEveryMaster(prefix);
    await other.forget(clicks.map(({ row }) => row.clickId));
    expect(await openCache().find(clicks[0]?.row.clickId ?? '')).toBeUndefined();
  });

  it('one first click of each visitor is admitted, between instances', async () => {
    const visitors = Array.from({ length: CLICKS }, () => {
      return { day: '2026-05-01', linkId: 'link', visitor: randomUUID() };
    });
    const [half, rest] = [visitors.slice(0, CLICKS / 2), visitors.slice(CLICKS / 2)];
    expect(await openCache().claimAll(half)).not.toContain(false);
    expect(await openCache().claimAll([...half, ...rest])).toEqual([
      ...half.map(() => false),
      ...rest.map(() => true),
    ]);
    await expectOnEveryMaster('seen:');
  });

  it('the caps of a campaign hold in all periods at once', async () => {
    const limits = { daily: 4, weekly: 5, monthly: 6, total: 7 };
    const caps = openClickCaps({
      redis,
      namespace: NAMESPACE,
      countClicks: (_campaign, starts) => Promise.resolve(starts.map(() => 0)),
      log: openLog('tracking', 'silent'),
    });
    for (let number = 0; number < 12; number += 1) {
      const campaign = aCampaign({
        campaignId: randomUUID(),
        caps: { clicks: limits, conversions: none, commissionMinor: none },
      });
      const admitted = await Promise.all(
        Array.from({ length: 6 }, () => caps.admit(campaign, NOW)),
      );
      expect(admitted.filter(Boolean)).toHaveLength(4);
    }
    await expectOnEveryMaster('click-cap:');
  });

  it('what shops have seen is counted over days', async () => {
    const sightings = openShopSightings(redis, NAMESPACE);
    const days = Array.from({ length: 20 }, (_, index) => `2026-05-${String(index + 10)}`);
    for (const day of days) await sightings.addArrival('brand', day, randomUUID());
    const counts = await sightings.count('brand', days);
    expect(counts.map(({ arrivals }) => arrivals)).toEqual(days.map(() => 1));
    await expectOnEveryMaster('arrivals:');
  });
});
