import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { aClick } from '@tributary/testing';
import { Redis } from 'ioredis';
import { encodeClick } from '../domain/click-batch.ts';
import { partsOfRow } from '../domain/click-parts.ts';
import { type CachedClick, openClickCache } from './click-cache.ts';

describe('the click cache', () => {
  const namespace = `cache-${randomUUID()}-`;
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(process.env['REDIS_URL'] ?? '', { enableOfflineQueue: true });
  });
  afterAll(async () => {
    await redis.del(await redis.keys(`${namespace}*`));
    redis.disconnect();
  });

  const openCache = (at: Redis = redis) => openClickCache(at, { namespace, hotSeconds: 60 });
  const cached = (given: Parameters<typeof aClick>[0] = {}) => {
    const row = aClick({ clickId: randomUUIDv7(), ...given });
    const parts = partsOfRow(row);
    return { row, click: { parts, json: encodeClick(parts) } satisfies CachedClick };
  };
  const visitorOf = (visitor: string) => ({ day: '2026-05-01', linkId: 'link', visitor });

  it('lets another instance find each click of a batch, and the latest countable one of a link', async () => {
    const link = { linkId: randomUUID() };
    const traffic = { visitor: 'signed' as const, addressHash: 'hash', doubt: null };
    const [first, second, bot] = [
      cached({ ...link, referrer: 'https://blog.example.com/ü' }),
      cached({ ...link, traffic }),
      cached({ ...link, validity: 'bot', isUnique: false }),
    ];
    await openCache().saveAll([first.click, second.click, bot.click]);
    const other = openCache();
    for (const { row } of [first, second, bot]) {
      expect(await other.find(row.clickId)).toEqual(row);
    }
    expect(await other.findLatest(link.linkId)).toEqual(second.row);
    expect(await other.find(randomUUIDv7())).toBeUndefined();
  });

  it('finds the latest clicks of this instance before they are saved, and forgets older ones', async () => {
    const cache = openCache();
    const clicks = Array.from({ length: 5_000 }, () => cached());
    for (const { click } of clicks) cache.saveLocally(click);
    const [first, late] = [clicks[0]!, clicks[3_500]!];
    expect(await cache.find(late.row.clickId)).toEqual(late.row);
    expect(await cache.find(first.row.clickId)).toBeUndefined();
  });

  it('finds a click that an instance of the version before has saved', async () => {
    const { row } = cached();
    const box = `${namespace}clicks:${row.clickId.slice(0, 11)}`;
    await redis.hset(box, row.clickId, JSON.stringify(row));
    expect(await openCache().find(row.clickId)).toEqual(row);
  });

  it('forgets clicks of erased persons, here and in Redis, and no others', async () => {
    const cache = openCache();
    const [erased, other] = [cached(), cached()];
    for (const { click } of [erased, other]) cache.saveLocally(click);
    await cache.saveAll([erased.click, other.click]);
    await cache.forget([erased.row.clickId]);
    for (const instance of [cache, openCache()]) {
      expect(await instance.find(erased.row.clickId)).toBeUndefined();
      expect(await instance.find(other.row.clickId)).toEqual(other.row);
    }
  });

  it('saves no click of a visitor who refused, because nobody can name it', async () => {
    const consent = { decision: 'denied', by: [], malformed: [] } as const;
    const cache = openCache();
    const { row, click } = cached();
    const refused = {
      ...click,
      parts: { ...click.parts, consent: { ...consent, by: [], malformed: [] } },
    };
    cache.saveLocally(refused);
    await cache.saveAll([refused]);
    expect(await cache.find(row.clickId)).toBeUndefined();
  });

  it('admits one first click of each visitor, in a batch, between instances and after it', async () => {
    const [one, other] = [openCache(), openCache()];
    const [ann, bob, cleo] = ['ann', 'bob', 'cleo'].map(visitorOf) as [
      ReturnType<typeof visitorOf>,
      ReturnType<typeof visitorOf>,
      ReturnType<typeof visitorOf>,
    ];
    expect(await one.claimAll([ann, bob, ann])).toEqual([true, true, false]);
    expect(await other.claimAll([bob, cleo, cleo])).toEqual([false, true, false]);
    // Known to this instance, so that nothing is awaited.
    expect(other.claimAll([cleo, bob])).toEqual([false, false]);
    expect(await one.claimFirst(cleo)).toBe(false);
  });

  it('counts the next click with a new cookie as a repeated one', async () => {
    const { click } = cached({ validity: 'valid' });
    const bot = cached({ validity: 'bot', isUnique: false });
    await openCache().saveAll([
      { ...click, newVisitor: visitorOf('dora') },
      { ...bot.click, newVisitor: visitorOf('emil') },
    ]);
    const visitors = [visitorOf('dora'), visitorOf('emil')];
    expect(await openCache().claimAll(visitors)).toEqual([false, true]);
    const nextDay = { ...visitorOf('dora'), day: '2026-05-02' };
    expect(await openCache().claimFirst(nextDay)).toBe(true);
  });

  it('admits by the knowledge of this instance while Redis is unavailable', async () => {
    const closed = new Redis({ lazyConnect: true, enableOfflineQueue: false });
    const cache = openCache(closed);
    const [fay, gil] = [visitorOf('fay'), visitorOf('gil')];
    const { row, click } = cached({ validity: 'valid' });
    cache.saveLocally(click);
    await cache.saveAll([{ ...click, newVisitor: gil }]);
    expect(await cache.claimAll([fay, fay, gil])).toEqual([true, false, false]);
    expect(await cache.find(row.clickId)).toEqual(row);
    closed.disconnect();
  });
});
