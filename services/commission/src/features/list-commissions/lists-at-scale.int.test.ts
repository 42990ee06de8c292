import { randomUUIDv7 } from 'node:crypto';
import { DAY_MS } from '@tributary/units';
import { fillLists } from '../../testing/fill-lists.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

const COUNT = 20_000;
const PAGE = 50;

let world: World;
const affiliateId = randomUUIDv7();
let campaignId = '';
beforeAll(async () => {
  world = await openWorld({ HOLD_CHECK_MS: '1000000000', TIER_CHECK_MS: '1000000000' });
  [campaignId = ''] = await fillLists(world.collections, affiliateId, COUNT);
}, 120_000);
afterAll(() => world.close());

interface Stats {
  readonly totalKeysExamined: number;
  readonly totalDocsExamined: number;
}

const planOf = (explained: Readonly<Record<string, unknown>>): string =>
  JSON.stringify((explained['queryPlanner'] as { winningPlan: unknown }).winningPlan);

const range = { $gte: new Date(Date.now() - 5 * DAY_MS) };

describe('a list of many thousands', () => {
  const commissionFilters = [
    ['no filter', () => ({})],
    ['a status', () => ({ status: 'paid' as const })],
    ['a campaign', () => ({ campaignId })],
    ['dates', () => ({ createdAt: range })],
    ['a status and dates', () => ({ status: 'approved' as const, createdAt: range })],
    ['a campaign and dates', () => ({ campaignId, createdAt: range })],
  ] as const;

  it.each(commissionFilters)(
    'of commissions with %s reads as many records as it shows, in the order of an index',
    async (_name, filterOf) => {
      const query = { affiliateId, ...filterOf() };
      const found = world.collections.commissions.find(query).sort({ createdAt: -1, _id: -1 });
      const explained = await found.limit(PAGE).explain('executionStats');
      const { totalKeysExamined, totalDocsExamined } = explained['executionStats'] as Stats;
      expect(totalDocsExamined).toBeLessThanOrEqual(PAGE);
      expect(totalKeysExamined).toBeLessThanOrEqual(PAGE + 1);
      expect(planOf(explained)).not.toContain('"SORT"');
    },
  );

  it('of commissions with a campaign and a status filters by index keys alone', async () => {
    const query = { affiliateId, campaignId, status: 'cancelled' as const };
    const found = world.collections.commissions.find(query).sort({ createdAt: -1, _id: -1 });
    const explained = await found.limit(PAGE).explain('executionStats');
    const { totalDocsExamined } = explained['executionStats'] as Stats;
    expect(totalDocsExamined).toBeLessThanOrEqual(PAGE);
    expect(planOf(explained)).not.toContain('"SORT"');
  });

  it.each([
    ['no filter', () => ({})],
    ['a status', () => ({ status: 'pending' as const })],
    ['a campaign', () => ({ campaignId })],
    ['a campaign and dates', () => ({ campaignId, convertedAt: range })],
  ] as const)('of conversions with %s does too', async (_name, filterOf) => {
    const query = { affiliateIds: affiliateId, ...filterOf() };
    const found = world.collections.conversionViews.find(query).sort({ convertedAt: -1, _id: -1 });
    const explained = await found.limit(PAGE).explain('executionStats');
    const { totalDocsExamined } = explained['executionStats'] as Stats;
    expect(totalDocsExamined).toBeLessThanOrEqual(PAGE);
    expect(planOf(explained)).not.toContain('"SORT"');
  });

  it('has its exact total and pages, also beyond the end', async () => {
    const caller = { role: 'affiliate', id: affiliateId } as const;
    const page = await world.get('/api/commissions/conversions?page=200&page_size=100', caller);
    expect(page.body).toMatchObject({ total: COUNT, page: 200, page_size: 100, total_pages: 200 });
    const beyond = await world.get('/api/commissions/conversions?page=201&page_size=100', caller);
    expect(beyond).toMatchObject({ status: 200, body: { conversions: [], total: COUNT } });
    const last = await world.get(`/api/affiliate/commissions?skip=${String(COUNT)}`, caller);
    expect(last).toEqual({ status: 200, body: [] });
  });
});
