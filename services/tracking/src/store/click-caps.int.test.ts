import { randomUUID } from 'node:crypto';
import { openLog } from '@tributary/service';
import { aCampaign, eventually } from '@tributary/testing';
import { Redis } from 'ioredis';
import { openClickCaps } from './click-caps.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const none = { daily: null, weekly: null, monthly: null, total: null };
const COMPARE_EVERY_MS = 20;

describe('the counts against click caps', () => {
  const namespace = `caps-${randomUUID()}-`;
  const url = process.env['REDIS_URL'] ?? '';
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(url);
  });
  afterAll(async () => {
    await flush();
    redis.disconnect();
  });
  const flush = async (): Promise<void> => {
    const keys = await redis.keys(`${namespace}*`);
    if (keys.length > 0) await redis.del(keys);
  };

  /** A campaign with a total cap, and the clicks of it that are stored. */
  function aCapped(total: number) {
    const clicks = { ...none, total };
    const campaign = aCampaign({ caps: { clicks, conversions: none, commissionMinor: none } });
    const stored = { clicks: 0, reads: 0 };
    const open = (at: Redis = redis) =>
      openClickCaps({
        redis: at,
        namespace,
        countClicks: (_campaign, starts) => {
          stored.reads += 1;
          return Promise.resolve(starts.map(() => stored.clicks));
        },
        log: openLog('tracking', 'silent'),
        compareEveryMs: COMPARE_EVERY_MS,
      });
    const admitted = async (caps: ReturnType<typeof open>, visits: number): Promise<number> => {
      let count = 0;
      for (let visit = 0; visit < visits; visit += 1) {
        if (await caps.admit(campaign, NOW)) count += 1;
      }
      return count;
    };
    return { stored, open, admitted };
  }

  it('include clicks that were not stored yet when Redis lost its counts, once they are', async () => {
    const { stored, open, admitted } = aCapped(20);
    expect(await admitted(open(), 15)).toBe(15);
    stored.clicks = 4;
    await flush();
    // An instance that has not seen the campaign knows the stored clicks alone.
    const fresh = open();
    expect(await admitted(fresh, 2)).toBe(2);
    stored.clicks = 17;
    const { reads } = stored;
    await eventually(async () => {
      // The count is compared at the next click after a while.
      await admitted(fresh, 1);
      return stored.reads > reads;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await admitted(fresh, 20)).toBeLessThanOrEqual(3);
    expect(await admitted(open(), 5)).toBe(0);
  });

  it('continue in the process while Redis is unavailable, from the stored clicks', async () => {
    const away = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    const { stored, open, admitted } = aCapped(10);
    stored.clicks = 6;
    const caps = open(away);
    expect(await admitted(caps, 8)).toBe(4);
    expect(stored.reads).toBeLessThan(8);
    away.disconnect();
  });

  it('include the clicks of an outage when Redis is back', async () => {
    const own = new Redis(url);
    await own.ping();
    const { open, admitted } = aCapped(10);
    const caps = open(own);
    expect(await admitted(caps, 3)).toBe(3);
    own.disconnect();
    expect(await admitted(caps, 4)).toBe(4);
    await own.connect();
    expect(await admitted(caps, 8)).toBe(3);
    expect(await admitted(open(), 2)).toBe(0);
    own.disconnect();
  });
});
