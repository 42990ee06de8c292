import { aClickCount } from '@tributary/testing';
import { HOUR_MS, MINUTE_MS } from '@tributary/units';
import { clickMinutesOf } from '../domain/click-minute.ts';
import { recordClicks } from '../features/record-clicks/record-clicks.ts';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { clickMinuteStore } from './click-minute-store.ts';
import { sumPipeline } from './sum-pipeline.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

const affiliateId = crypto.randomUUID();
const noon = Date.parse('2026-05-01T12:00:00.000Z');
const MINUTES = 120;

const inMinute = (index: number, owner: string) =>
  aClickCount({
    affiliateId: owner,
    minute: new Date(noon + index * MINUTE_MS).toISOString(),
  });

describe('a report of a part of a day by what visitors are', () => {
  beforeAll(async () => {
    const counts = Array.from({ length: MINUTES }, (_, index) => [
      inMinute(index, affiliateId),
      inMinute(index, crypto.randomUUID()),
    ]);
    await recordClicks(stores)([{ id: crypto.randomUUID(), data: { counts: counts.flat() } }]);
  });

  it.each(['utm', 'geo', 'device'] as const)(
    'reads by %s the minutes of the affiliate in the period, and no others',
    async (by) => {
      const period = { start: new Date(noon), end: new Date(noon + HOUR_MS) };
      const { coll, stages } = sumPipeline({
        scope: { affiliateId },
        period,
        currency: 'USD',
        by,
        only: 'clicks',
      });
      const sums = stores.clickDays.db.collection(coll).aggregate(stages);
      const text = JSON.stringify(await sums.explain('executionStats'));
      expect(text).toContain('"totalDocsExamined":60');
      const query = { scope: { affiliateId }, period, currency: 'USD', by } as const;
      expect(await stores.figures.totalOf(query)).toMatchObject({ figures: { unique: 60 } });
    },
  );

  it('counts each minute once, whole, in the period that it is nearer to', async () => {
    const at = (ms: number) => new Date(noon + ms);
    const countIn = async (start: number, end: number) => {
      const period = { start: at(start), end: at(end) };
      return (await stores.figures.total({ affiliateId }, period, 'USD')).unique;
    };
    const middle = 10 * MINUTE_MS + 29_000;
    expect(await countIn(0, middle)).toBe(10);
    expect(await countIn(middle, HOUR_MS)).toBe(50);
    expect(await countIn(1_000, 2_000)).toBe(0);
    expect(await countIn(0, HOUR_MS + 1)).toBe(60);
  });

  it('counts the clicks, too, that versions before stored one by one', async () => {
    const earlier = crypto.randomUUID();
    const { linkId, campaignId, brandId, traits } = aClickCount();
    const owner = { affiliateId: earlier, linkId, campaignId, brandId };
    const [visitor] = traits;
    await stores.clickCollection.insertOne({
      ...owner,
      _id: crypto.randomUUID(),
      occurredAt: new Date(noon + 5_000),
      validity: 'valid',
      ...visitor,
    } as never);
    const counts = [{ ...inMinute(1, earlier), linkId, campaignId, brandId, traits }];
    await clickMinuteStore(stores.collections).add(clickMinutesOf(counts));
    const period = { start: new Date(noon), end: new Date(noon + 2 * MINUTE_MS) };
    for (const by of ['device', 'link'] as const) {
      const query = { scope: { affiliateId: earlier }, period, currency: 'USD', by };
      expect(await stores.figures.totalOf(query)).toMatchObject({
        rows: 1,
        figures: { unique: 2 },
      });
    }
  });
});
