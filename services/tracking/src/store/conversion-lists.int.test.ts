import { mock } from 'node:test';
import { openLog, systemClock } from '@tributary/service';
import {
  type Mongo,
  NEWEST_FIRST,
  openCollections,
  openCountCache,
  openMongo,
} from '@tributary/mongo';
import { plansOf, testEnv } from '@tributary/testing';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@tributary/units';
import { ordersIn } from '../domain/tracking-health.ts';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { conversionLists, queryOf } from './conversion-lists.ts';
import { documentOf } from './conversion-document.ts';
import { conversionStore } from './conversion-store.ts';
import { linkStore } from './link-store.ts';
import { trackingHealth } from './tracking-health.ts';
import { type Collections, collections as declared } from './collections.ts';

interface Stage {
  readonly stage: string;
  readonly inputStage?: Stage;
}

const stagesOf = (stage: Stage | undefined): string[] =>
  stage === undefined ? [] : [stage.stage, ...stagesOf(stage.inputStage)];

const countsAbove = (exactUpTo: number) =>
  openCountCache({ exactUpTo, freshMs: 10_000, staleMs: MINUTE_MS, waitMs: 150 });

describe('the indexes of the lists', () => {
  let mongo: Mongo;
  let collections: Collections;
  beforeAll(async () => {
    const env = testEnv({});
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database: `${env['NAMESPACE'] ?? ''}lists`,
      log: openLog('tracking', 'error'),
    });
    collections = await openCollections(mongo.connection, declared);
    const statuses = ['pending', 'approved', 'rejected'] as const;
    const stored = Array.from({ length: 3_000 }, (_, index) =>
      aStoredConversion({
        brandId: `brand-${String(index % 3)}`,
        campaignId: `campaign-${String(index % 30)}`,
        affiliateIds: [`affiliate-${String(index % 7)}`],
        status: statuses[index % 5] ?? 'pending',
        requiresReview: index % 50 === 1,
        type: index % 40 === 1 ? 'lead' : 'sale',
        createdAt: new Date(1_700_000_000_000 + index * MINUTE_MS),
        convertedAt: new Date(1_700_000_000_000 + index * MINUTE_MS),
      }),
    );
    await conversionStore(collections).insertMany(stored);
  });
  afterAll(() => mongo.close());

  const explain = async (owner: Parameters<typeof queryOf>[0], filter: object) => {
    const query = collections.conversions.find(queryOf(owner, filter)).sort(NEWEST_FIRST).limit(50);
    const plan = (await query.explain('executionStats')) as unknown as {
      queryPlanner: { winningPlan: Stage };
      executionStats: { totalDocsExamined: number };
    };
    const stages = stagesOf(plan.queryPlanner.winningPlan);
    return { stages, examined: plan.executionStats.totalDocsExamined };
  };
  const brand = { brandId: 'brand-1' };
  const hourLater = new Date(1_700_000_000_000 + HOUR_MS);
  const day = new Date(1_700_000_000_000 + 2_900 * MINUTE_MS);

  it.each([
    ['a brand’s conversions', brand, {}],
    ['a brand’s conversions by status', brand, { status: 'pending' }],
    ['a brand’s conversions by campaign', brand, { campaignId: 'campaign-1' }],
    ['a brand’s conversions since a day', brand, { from: day }],
    ['a campaign’s conversions by status', brand, { campaignId: 'campaign-1', status: 'reversed' }],
    [
      'an affiliate’s conversions by status',
      { affiliateIds: 'affiliate-1' },
      { status: 'reversed' },
    ],
    ['an affiliate’s conversions', { affiliateIds: 'affiliate-1' }, {}],
    ['a brand’s flagged conversions', brand, { requiresReview: true }],
    ['a brand’s leads', brand, { type: 'lead' }],
  ])('read %s in order, no more than the page', async (_name, owner, filter) => {
    const { stages, examined } = await explain(owner, filter);
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toContain('SORT');
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeLessThanOrEqual(50);
  });

  it.each([
    ['of an hour long ago', { from: new Date(1_700_000_000_000), to: hourLater }],
    ['of a value that none of them has', { minValue: 1_000_000 }],
  ])('find conversions %s without reading newer ones', async (_name, filter) => {
    const { stages, examined } = await explain(brand, filter);
    expect(stages).toContain('IXSCAN');
    expect(examined).toBeLessThanOrEqual(60);
  });

  it('counts small totals each time, and caches large ones', async () => {
    const lists = conversionLists(collections, countsAbove(500));
    const page = { skip: 0, limit: 1 };
    const totalOf = async (filter: object) => (await lists.list(brand, filter, page)).total;
    const flagged = { requiresReview: true };
    expect([await totalOf({}), await totalOf(flagged)]).toEqual([1_000, 20]);
    const added = aStoredConversion({ ...brand, requiresReview: true });
    await conversionStore(collections).insertMany([added]);
    expect([await totalOf({}), await totalOf(flagged)]).toEqual([1_000, 21]);
    await collections.conversions.deleteOne({ _id: added.id });
  });

  it('returns no total that contradicts the page, and none older than a minute', async () => {
    const lists = conversionLists(collections, countsAbove(20));
    const own = { brandId: crypto.randomUUID() };
    const more = (count: number) =>
      conversionStore(collections).insertMany(
        Array.from({ length: count }, () => aStoredConversion({ ...own })),
      );
    const totalOf = async () => (await lists.list(own, {}, { skip: 0, limit: 25 })).total;
    await more(30);
    expect(await totalOf()).toBe(30);
    await collections.conversions.deleteMany(own);
    expect(await totalOf()).toBe(0);
    await more(3);
    expect(await totalOf()).toBe(3);
    await more(37);
    const later = performance.now() + 61_000;
    const clock = mock.method(performance, 'now', () => later);
    expect(await totalOf()).toBe(40);
    clock.mock.restore();
    await collections.conversions.deleteMany(own);
  });

  it('finds an order by its id alone, and the latest click of a link, from an index', async () => {
    const planOf = async (query: { explain: (kind: 'queryPlanner') => Promise<unknown> }) => {
      const plan = (await query.explain('queryPlanner')) as {
        queryPlanner: { winningPlan: Stage };
      };
      return stagesOf(plan.queryPlanner.winningPlan);
    };
    expect(await planOf(collections.conversions.find({ orderId: 'x' }).limit(3))).toContain(
      'IXSCAN',
    );
    const latest = collections.clicks
      .find({ linkId: 'x', countable: true, occurredAt: { $gte: day } })
      .sort({ occurredAt: -1 });
    expect(await planOf(latest)).not.toContain('SORT');
  });

  it('finds a number’s link, a customer’s orders and expired personal data from an index', async () => {
    const now = new Date(0);
    const seen = await plansOf(mongo, async () => {
      await linkStore(collections).findByNumber('+15551234567');
      const { listOfPerson } = conversionStore(collections);
      for (const by of ['customer_email', 'customer_id', 'click_id'] as const) {
        await listOfPerson({ by, value: 'x', brandId: null }, null, 10);
      }
      await conversionStore(collections).listCustomers([
        aStoredConversion({ customerEmailHash: 'hash', customerId: 'c1' }),
      ]);
      await conversionStore(collections).forgetPrivate(now, 10);
    });
    // Some queries run in parallel, so that their order varies.
    const plans = seen.map(({ collection, planSummary }) => `${collection} ${planSummary}`);
    expect(plans.toSorted()).toEqual([
      'conversions IXSCAN { clickId: 1 }',
      'conversions IXSCAN { coupon.click.clickId: 1 }',
      'conversions IXSCAN { customerEmailHash: 1, brandId: 1 }',
      'conversions IXSCAN { customerEmailHash: 1, brandId: 1 }',
      'conversions IXSCAN { customerId: 1, brandId: 1 }',
      'conversions IXSCAN { customerId: 1, brandId: 1 }',
      'conversions IXSCAN { privateUntil: 1 }',
      'links IXSCAN { trackingNumber: 1 }',
    ]);
  });

  it('counts a brand’s orders by day and by the age of their click without reading an order', async () => {
    const { countOrders } = trackingHealth(collections, systemClock);
    for (const scope of [brand, { ...brand, campaignId: 'campaign-1' }]) {
      let counted: readonly number[] = [];
      const seen = await plansOf(mongo, async () => {
        const orders = await countOrders(scope, new Date(0));
        counted = [ordersIn(orders), ordersIn(orders.filter(({ age }) => age !== null))];
      });
      const stored = await collections.conversions.find(scope).toArray();
      const clicked = stored.filter(({ clickedAt }) => clickedAt !== null);
      expect(counted).toEqual([stored.length, clicked.length]);
      expect(seen.map(({ docsExamined }) => docsExamined)).toEqual([0]);
    }
  });

  it('starts the retention of personal data with the click', () => {
    const clickedAt = new Date('2026-02-01T00:00:00Z');
    const createdAt = new Date('2026-04-20T00:00:00Z');
    const until = (given: object) => documentOf(aStoredConversion({ createdAt, ...given }));
    expect(until({ clickedAt }).privateUntil).toEqual(new Date('2026-05-02T00:00:00Z'));
    expect(until({ clickedAt: null }).privateUntil).toEqual(new Date('2026-07-19T00:00:00Z'));
  });

  it('deletes expired personal data, and keeps the sums', async () => {
    const later = new Date(1_700_000_000_000 + 91 * DAY_MS);
    expect(await conversionStore(collections).forgetPrivate(later, 10)).toBe(10);
    const forgotten = collections.conversions.find({ privateUntil: { $exists: false } }).toArray();
    for (const { ip, userAgent, customerId, valueMinor } of await forgotten) {
      expect([ip, userAgent, customerId, valueMinor]).toEqual([null, null, null, 10_000]);
    }
  });
});
