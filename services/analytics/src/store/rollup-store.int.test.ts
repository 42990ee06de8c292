import {
  changeOf,
  clickRollups,
  commissionRollups,
  conversionRollups,
  noTraits,
  type Rollup,
} from '../domain/rollup.ts';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { FULL_SHEET_BYTES, VALUES_A_WRITE } from './day-sums.ts';
import { sumPipeline } from './sum-pipeline.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

const day = new Date('2026-05-01T00:00:00.000Z');
const period = { start: day, end: new Date('2026-05-02T00:00:00.000Z') };

const anOwner = () => ({
  affiliateId: crypto.randomUUID(),
  brandId: crypto.randomUUID(),
  campaignId: crypto.randomUUID(),
  linkId: crypto.randomUUID(),
});

type Owner = ReturnType<typeof anOwner>;

/** What a click counts that was called with this UTM campaign. */
const clickOf = (owner: Owner, campaign: string, at = day): Rollup[] => {
  const utm = { ...noTraits.utm, campaign };
  return clickRollups({ ...owner, ...noTraits, utm, validity: 'valid', occurredAt: at });
};

const sheetsOf = ({ linkId }: Owner) =>
  stores.clickDays.find({ linkId }).sort({ further: 1, _id: 1 }).toArray();

const reportOf = ({ affiliateId }: Owner, by: 'utm' | 'geo' | 'device' | 'link' | 'day') =>
  stores.figures.listWithTotals(
    { scope: { affiliateId }, period, currency: 'USD', by },
    { skip: 0, limit: 10_000 },
  );

describe('sums', () => {
  it('of a link and its day are one document, so that a batch writes each link once', async () => {
    const owner = anOwner();
    const evening = new Date('2026-05-01T21:00:00.000Z');
    await stores.rollups.addClicks(
      changeOf([], [...clickOf(owner, 'spring'), ...clickOf(owner, 'may', evening)]),
    );
    const [sheet, ...others] = await sheetsOf(owner);
    expect(others).toEqual([]);
    expect(sheet).toMatchObject({ hours: { 0: { unique: 1 }, 21: { unique: 1 } } });
  });

  it.each(['$set', 'a.b', '', '__proto__', 'null\u0000byte', '"quoted" [] {}', 'ünïcode ✓'])(
    'take the value %j as it is, though no field could be called so',
    async (campaign) => {
      const owner = anOwner();
      await stores.rollups.addClicks(clickOf(owner, campaign));
      await stores.rollups.addClicks(clickOf(owner, campaign));
      const { rows } = await reportOf(owner, 'utm');
      expect(rows).toMatchObject([{ _id: { ...noTraits.utm, campaign }, unique: 2 }]);
    },
  );

  it('stay exact on sheets of bounded size, however many UTM values visitors invent', async () => {
    const owner = anOwner();
    const BATCHES = 6;
    const BATCH = 500;
    const invented = (batch: number) =>
      Array.from({ length: BATCH }, (_, index) => `invented-${String(batch)}-${String(index)}`);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const rollups = invented(batch).flatMap((campaign) => clickOf(owner, campaign));
      await stores.transaction((scope) => scope.rollups.addClicks(changeOf([], rollups)));
    }
    // One that is known already comes again, when its own sheet is long full.
    await stores.rollups.addClicks(clickOf(owner, 'invented-0-0'));

    const [first, ...further] = await sheetsOf(owner);
    const clicks = BATCHES * BATCH + 1;
    expect(first).toMatchObject({ unique: clicks, hours: { 0: { unique: clicks } } });
    expect(further.length).toBeGreaterThan(2);
    for (const sheet of [first, ...further]) {
      const values = Object.keys(sheet?.utm ?? {}).length;
      expect(values).toBeLessThanOrEqual(FULL_SHEET_BYTES / 100 + VALUES_A_WRITE);
    }
    expect(further.some((sheet) => 'unique' in sheet || 'hours' in sheet)).toBe(false);

    const byUtm = await reportOf(owner, 'utm');
    expect(byUtm.total).toMatchObject({ rows: BATCHES * BATCH, figures: { unique: clicks } });
    expect(byUtm.rows[0]).toMatchObject({ _id: { campaign: 'invented-0-0' }, unique: 2 });
    for (const by of ['geo', 'device', 'link', 'day'] as const) {
      const { rows } = await reportOf(owner, by);
      expect(rows).toMatchObject([{ unique: clicks }]);
    }
    const kept = await stores.audit.clickSums({ campaignId: owner.campaignId, day });
    const gross = kept.filter(({ dimension }) => dimension === 'utm');
    expect(gross.reduce((sum, { figures }) => sum + (figures.unique ?? 0), 0)).toBe(clicks);
  });

  it.each([
    ['conversions', 'total'],
    ['conversions', 'day'],
    ['conversions', 'affiliate'],
    ['commissions', 'total'],
  ] as const)(
    'of the %s of a campaign come from its index by %s, because it has the days of all its affiliates',
    async (only, by) => {
      const owner = anOwner();
      const fact = { ...owner, ...noTraits, currency: 'USD', status: 'approved' };
      const amounts = { valueMinor: 500, refundedMinor: 0, amountMinor: 50 };
      const money = { ...fact, convertedAt: day, ...amounts };
      await stores.rollups.addConversions(conversionRollups(money));
      await stores.rollups.addCommissions(commissionRollups(money));
      const scope = { campaignId: owner.campaignId };
      const { coll, stages } = sumPipeline({ scope, period, currency: 'USD', by, only });
      const sums = stores.clickDays.db.collection(coll).aggregate(stages);
      const text = JSON.stringify(await sums.explain('executionStats'));
      expect(text).toMatch(/"totalKeysExamined":[1-9]/);
      expect(text).toContain('"totalDocsExamined":0');
    },
  );
});
