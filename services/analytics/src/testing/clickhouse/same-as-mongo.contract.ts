import { randomUUID } from 'node:crypto';
import { clickTraits } from '@tributary/contracts';
import { aClick, aCommission, aConversion } from '@tributary/testing';
import { HOUR_MS, MINUTE_MS } from '@tributary/units';
import fc from 'fast-check';
import { recordClicks } from '../../features/record-clicks/record-clicks.ts';
import { recordCommissions } from '../../features/record-commissions/record-commissions.ts';
import { recordConversions } from '../../features/record-conversions/record-conversions.ts';
import { reportKinds } from '../../domain/report.ts';
import { openReport, openRows } from '../../workflows/read-report.ts';
import { eventOf, rowsOf } from '../describe-figures.ts';
import { chdbOptions, openClickHouseStores } from '../open-clickhouse.ts';
import { openStores, type OpenStores } from '../open-stores.ts';
import { brandReportKinds } from '../../domain/brand-report.ts';
import { intervals } from '../../domain/period.ts';

const START = Date.parse('2026-05-01T00:00:00.000Z');
const NOW = new Date('2026-05-20T12:00:00.000Z');

let mongo: OpenStores;
let clickHouse: Awaited<ReturnType<typeof openClickHouseStores>>;
beforeAll(async () => {
  mongo = await openStores();
  clickHouse = await openClickHouseStores(chdbOptions(process.env), { now: () => NOW });
});
afterAll(async () => {
  await clickHouse.close();
  await mongo.close();
});

const pick = <const Value>(...values: readonly Value[]) => fc.constantFrom(...values);

/** A click with its order and commission, and what became of them. */
const visit = fc.record({
  campaign: fc.nat(2),
  affiliate: fc.nat(2),
  link: fc.nat(1),
  minutes: fc.nat(17 * 24 * 60),
  rest: fc.nat(MINUTE_MS - 1),
  validity: pick('valid', 'valid', 'duplicate', 'bot'),
  country: pick('DE', 'US', null),
  browser: pick('Chrome', 'Safari', null),
  source: pick('news', 'Blog', 'ä', null),
  orders: pick(true, false),
  cents: fc.integer({ min: 0, max: 100_003 }),
  refund: pick(0, 1, 99),
  end: pick('pending', 'approved', 'rejected', 'reversed'),
  currency: pick('USD', 'USD', 'EUR'),
  isLate: fc.boolean(),
  isRecredited: fc.boolean(),
});
type Visit = typeof visit extends fc.Arbitrary<infer One> ? One : never;

const world = () => ({
  brandId: randomUUID(),
  campaigns: [0, 1, 2].map(() => randomUUID()),
  affiliates: [0, 1, 2].map(() => randomUUID()),
  links: Array.from({ length: 18 }, () => randomUUID()),
});
type World = ReturnType<typeof world>;

function clickOf({ brandId, campaigns, affiliates, links }: World, one: Visit) {
  const { campaign, affiliate, link, minutes, rest, source, validity, country, browser } = one;
  return aClick({
    ...{ brandId, campaignId: campaigns[campaign]!, affiliateId: affiliates[affiliate]! },
    linkId: links[campaign * 6 + affiliate * 2 + link]!,
    occurredAt: new Date(START + minutes * MINUTE_MS + rest).toISOString(),
    ...{ validity, country, browser },
    utm: { source, medium: null, campaign: null, term: null, content: null },
  });
}

function statesOf({ affiliates }: World, one: Visit, click: ReturnType<typeof clickOf>) {
  const { clickId, linkId, campaignId, brandId, affiliateId, occurredAt: convertedAt } = click;
  const owner = { clickId, linkId, campaignId, brandId, affiliateId, convertedAt };
  const { cents, refund, end, currency } = one;
  const order = aConversion({
    ...owner,
    clickTraits: clickTraits.parse(click),
    valueMinor: cents + 100,
    currency,
  });
  const { conversionId, orderId } = order;
  const earned = aCommission({
    ...owner,
    conversionId,
    orderId,
    currency,
    amountMinor: 100,
    status: 'pending',
  });
  const over = end === 'rejected' || end === 'reversed';
  const orders = [order, { ...order, status: end, refundedMinor: refund }];
  const commissions = [
    earned,
    {
      ...earned,
      status: over ? ('cancelled' as const) : ('approved' as const),
      amountMinor: over ? 0 : 100 - refund,
      paidMinor: refund === 1 ? 50 : 0,
    },
  ];
  if (!one.isRecredited) return { orders, commissions };
  const [, last] = orders;
  return {
    orders: [...orders, { ...last!, affiliateId: affiliates[0]!, revision: 1 }],
    commissions,
  };
}

type Happened = ReturnType<typeof statesOf> & {
  readonly visit: Visit;
  readonly click: ReturnType<typeof clickOf>;
};

const happened = (place: World, one: Visit): Happened => {
  const click = clickOf(place, one);
  return { visit: one, click, ...statesOf(place, one, click) };
};

/** Records events, some commissions before their orders. */
async function record(stores: OpenStores, all: readonly Happened[]) {
  const batches = Map.groupBy(all, ({ visit: { campaign } }) => campaign);
  for (const batch of batches.values()) {
    await recordClicks(stores)([eventOf(batch.map(({ click }) => click))]);
  }
  for (const { visit: one, orders, commissions } of all) {
    if (!one.orders) continue;
    const save = [
      () => recordConversions(stores)(orders.map((data) => ({ data }))),
      () => recordCommissions(stores)(commissions.map((data) => ({ data }))),
    ];
    for (const step of one.isLate ? save.toReversed() : save) await step();
  }
}

/** Every report and figure of a world in a period. */
async function allFigures(stores: OpenStores, place: World, period: { start: Date; end: Date }) {
  const { brandId, campaigns, affiliates, links } = place;
  await stores.transaction(async ({ names }) => {
    for (const _id of campaigns) {
      await names.saveCampaign({
        _id,
        brandId,
        name: 'C',
        currency: 'USD',
        budgetMinor: null,
        updatedAt: NOW,
      });
    }
  });
  const found: Record<string, unknown> = {};
  for (const currency of ['USD', 'EUR']) {
    for (const kind of reportKinds) {
      const query = { kind, affiliateId: affiliates[0]!, period, currency };
      const { rowCount, totals, rows } = await openReport(stores, query);
      found[`${kind} ${currency}`] = { rowCount, totals, rows: await rowsOf(rows()) };
      const scope = { affiliateId: affiliates[1]! };
      found[`${kind} ${currency} page`] = await stores.figures.listWithTotals(
        { scope, period, currency, by: kind },
        { skip: 1, limit: 2 },
      );
    }
    for (const kind of brandReportKinds) {
      const query = { kind, affiliateId: brandId, period, currency };
      const { rowCount, totals } = await openReport(stores, query);
      const rows = await rowsOf(openRows(stores, query).rows());
      const one = { ...query, campaignId: campaigns[1]!, onlyAffiliateId: affiliates[1]! };
      found[`${kind} ${currency}`] = {
        rowCount,
        totals,
        rows,
        some: await rowsOf(openRows(stores, one).rows()),
      };
    }
    for (const interval of intervals) {
      for (const scope of [
        { affiliateId: affiliates[0]! },
        { brandId, campaignId: campaigns[0]! },
        { affiliateId: affiliates[1]!, linkId: links[2]! },
      ]) {
        const series = await stores.figures.series(scope, period, { currency, interval });
        found[`series ${interval} ${currency} ${JSON.stringify(scope)}`] = [...series].toSorted(
          ([a], [b]) => a - b,
        );
        found[`total ${currency} ${JSON.stringify(scope)}`] = await stores.figures.total(
          scope,
          period,
          currency,
        );
      }
    }
  }
  const mine = { affiliateId: affiliates[0]!, campaignId: { $in: campaigns } };
  found['activity'] = await stores.activity.span(mine);
  const statuses = await stores.statuses.byStatus({ brandId, campaignId: campaigns[0]! }, period);
  found['statuses'] = Object.fromEntries(Object.entries(statuses).filter(([, count]) => count > 0));
  return found;
}

const periods = fc
  .tuple(fc.nat(17 * 24 * 4), fc.integer({ min: 1, max: 17 * 24 * 4 }), fc.nat(1))
  .map(([quarter, length, seconds]) => {
    // Quarters of hours, at which the days of time zones begin; and times between minutes.
    const start = START + (quarter * HOUR_MS) / 4 + seconds * 31_000;
    return { start: new Date(start), end: new Date(start + (length * HOUR_MS) / 4) };
  });

it('shows every report and figure as MongoDB does, row for row, before and after days are closed', async () => {
  let runs = 0;
  const same = async (visits: readonly Visit[], period: { start: Date; end: Date }) => {
    const place = world();
    const all = visits.map((one) => happened(place, one));
    await record(mongo, all);
    await record(clickHouse, all);
    for (const span of [period, { start: new Date(START), end: NOW }]) {
      const expected = await allFigures(mongo, place, span);
      expect(await allFigures(clickHouse, place, span)).toEqual(expected);
    }
    // The second half of the worlds is recorded when its days are closed already.
    runs += 1;
    if (runs === 3) await clickHouse.closedDays.close();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 10, maxLength: 40 }), periods, same),
    {
      numRuns: 6,
      endOnFailure: true,
      includeErrorInReport: true,
    },
  );
}, 300_000);
