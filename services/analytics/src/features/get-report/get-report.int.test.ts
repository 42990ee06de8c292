import {
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import {
  campaignActivated,
  clickTraits,
  commissionCreated,
  conversionReversed,
  conversionTracked,
  linkCreated,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  aCommission,
  aConversion,
  aLink,
  countedClicks,
  eventually,
} from '@tributary/testing';
import { openCollections, transactionOf } from '@tributary/mongo';
import { rebuildSums } from '../../workflows/rebuild-sums.ts';
import { campaignDays } from '../../store/audit-store.ts';
import { collections as declared } from '../../store/collections.ts';
import { snapshotOf, storesOf } from '../../store/stores.ts';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';

type Row = Record<string, string | number | null>;
interface Report {
  kind: string;
  rows: Row[];
  totals: Record<string, number>;
  pagination: { total: number };
}

const affiliate = { id: crypto.randomUUID(), role: 'affiliate' } as const;
const campaigns = [aCampaign({ name: 'One' }), aCampaign({ name: 'Two' })];
const links = [0, 1, 2].map((i) => {
  const { campaignId, brandId } = campaigns[i % 2] ?? aCampaign();
  return aLink({ campaignId, brandId, affiliateId: affiliate.id });
});
const of = <Value>(values: readonly Value[], i: number): Value =>
  values[i % values.length] as Value;

const clicks: ClickRow[] = Array.from({ length: 60 }, (_, i) => {
  const { linkId, campaignId, brandId } = of(links, i);
  return aClick({
    linkId,
    campaignId,
    brandId,
    affiliateId: affiliate.id,
    occurredAt: new Date(Date.UTC(2026, 4, 1 + (i % 4), (i * 5) % 24, i)).toISOString(),
    validity: of(['valid', 'valid', 'duplicate', 'bot', 'filtered'] as const, i),
    country: of(['DE', 'US', null], i),
    device: of(['desktop', 'mobile'] as const, i),
    browser: of(['Chrome', 'Safari', null], i),
    utm: {
      source: of(['news', 'blog', null], i),
      medium: null,
      campaign: of(['may', null], i),
      term: null,
      content: null,
    },
  });
});
const conversions: ConversionSnapshot[] = clicks
  .filter((_, i) => i % 3 === 0)
  .map(({ clickId, linkId, campaignId, brandId, occurredAt, ...click }, i) =>
    aConversion({
      clickId,
      clickTraits: clickTraits.parse(click),
      linkId,
      campaignId,
      brandId,
      affiliateId: affiliate.id,
      convertedAt: occurredAt,
      valueMinor: 1_000 + i * 37,
    }),
  );
const refunded = conversions.filter((_, i) => i % 7 === 6);
const standing = conversions.filter((conversion) => !refunded.includes(conversion));
const commissions: CommissionSnapshot[] = standing.map((conversion) =>
  aCommission({
    conversionId: conversion.conversionId,
    clickId: conversion.clickId,
    linkId: conversion.linkId,
    campaignId: conversion.campaignId,
    brandId: conversion.brandId,
    affiliateId: affiliate.id,
    convertedAt: conversion.convertedAt,
    amountMinor: Math.round(conversion.valueMinor / 10),
  }),
);

type Amounts = Record<string, number>;

/** In counts of seven clicks each. */
const counts = Array.from({ length: Math.ceil(clicks.length / 7) }, (_, i) =>
  countedClicks(clicks.slice(i * 7, i * 7 + 7)),
);

/** What each event adds, and which click it belongs to. */
const additions: { clickId: string | null; at: string; adds: Amounts }[] = [
  ...clicks.map(({ clickId, occurredAt: at, validity }) => ({
    clickId,
    at,
    adds: {
      gross: 1,
      unique: Number(validity === 'valid'),
      duplicate: Number(validity === 'duplicate'),
    },
  })),
  ...standing.map(({ clickId, convertedAt: at, valueMinor }) => ({
    clickId,
    at,
    adds: { conversions: 1, revenue: valueMinor },
  })),
  ...commissions.map(({ clickId, convertedAt: at, amountMinor }) => ({
    clickId,
    at,
    adds: { earnings: amountMinor },
  })),
];
const clicksById = new Map(clicks.map((click) => [click.clickId, click]));
const nothing = { unique: 0, duplicate: 0, gross: 0, conversions: 0, revenue: 0, earnings: 0 };

/** The report as anybody would count it from the lists above. */
function counted(keyOf: (click: ClickRow) => string, from: string, to: string) {
  const rows = new Map<string, Amounts>();
  for (const { clickId, at, adds } of additions) {
    const click = clicksById.get(clickId ?? '');
    if (click === undefined || at < from || at >= to) continue;
    const row: Amounts = rows.get(keyOf(click)) ?? { ...nothing };
    for (const [name, amount] of Object.entries(adds)) row[name] = (row[name] ?? 0) + amount;
    rows.set(keyOf(click), row);
  }
  return rows;
}

const figuresOf = (row: Row | Record<string, number>) => ({
  unique: row['unique_clicks'],
  duplicate: row['duplicate_clicks'],
  gross: row['gross_clicks'],
  conversions: row['conversions'],
  revenue: Math.round(Number(row['revenue']) * 100),
  earnings: Math.round(Number(row['earnings']) * 100),
});

const kinds: [string, (click: ClickRow) => string, (row: Row) => string][] = [
  ['campaign', ({ campaignId }) => campaignId, (row) => String(row['campaign_id'])],
  ['link', ({ linkId }) => linkId, (row) => String(row['link_id'])],
  [
    'utm',
    ({ utm }) => `${String(utm.source)}/${String(utm.campaign)}`,
    (row) => `${String(row['utm_source'])}/${String(row['utm_campaign'])}`,
  ],
  ['geo', ({ country }) => String(country), (row) => String(row['country'])],
  [
    'device',
    ({ device, browser }) => `${device}/${String(browser)}`,
    (row) => `${String(row['device'])}/${String(row['browser'])}`,
  ],
  [
    'time_of_day',
    ({ occurredAt }) => String(new Date(occurredAt).getUTCHours()),
    (row) => String(row['hour']),
  ],
];

describe('reports', () => {
  let running: RunningAnalytics;
  const report = (query: string) =>
    running.get<Report>(`/api/affiliate-reports?${query}`, affiliate);

  beforeAll(async () => {
    running = await runAnalytics();
    const { probe } = running;
    await probe.publishTwice(...counts);
    await probe.publish(
      ...campaigns.map((campaign) => campaignActivated(campaign)),
      ...links.map((link) => linkCreated(link)),
      // Some commissions overtake their conversions.
      ...commissions.slice(0, 5).map((commission) => commissionCreated(commission)),
      ...conversions.map((conversion) => conversionTracked(conversion)),
      ...commissions.slice(5).map((commission) => commissionCreated(commission)),
      ...refunded.map((conversion) =>
        conversionReversed({
          ...conversion,
          status: 'reversed',
          refundedMinor: conversion.valueMinor,
          adjustmentId: crypto.randomUUID(),
          adjustmentType: 'refund',
          adjustmentMinor: conversion.valueMinor,
          refundId: null,
        }),
      ),
      // Redelivered after the refund: the older state must not return.
      ...refunded.map((conversion) => conversionTracked(conversion)),
    );
    const all = 'kind=campaign&start_date=2026-05-01&end_date=2026-05-31';
    await eventually(async () => {
      const { body } = await report(all);
      const earnings = commissions.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expect(figuresOf(body.totals)).toMatchObject({
        gross: clicks.length,
        conversions: standing.length,
        revenue: standing.reduce((sum, { valueMinor }) => sum + valueMinor, 0),
        earnings,
      });
      return true;
    });
  });
  afterAll(() => running.close());

  const spans: [string, string, string, string][] = [
    ['whole days', 'start_date=2026-05-01&end_date=2026-05-04', '2026-05-01', '2026-05-05'],
    [
      'a part of days',
      'start_date=2026-05-01T09:30:00Z&end_date=2026-05-03T17:59:59.999Z',
      '2026-05-01T09:30:00.000Z',
      '2026-05-03T18:00:00.000Z',
    ],
  ];

  describe.each(spans)('over %s', (_name, query, from, to) => {
    it.each(kinds)(
      'counts by %s what a count over the events themselves gives',
      async (kind, keyOf, keyOfRow) => {
        const { status, body } = await report(`kind=${kind}&per_page=100&${query}`);
        expect(status).toBe(200);
        const shown = body.rows
          .filter((row) => row['gross_clicks'] !== 0 || row['conversions'] !== 0)
          .map((row) => [keyOfRow(row), figuresOf(row)] as const);
        expect(shown.toSorted()).toEqual([...counted(keyOf, from, to)].toSorted());
        const [all] = [...counted(() => 'all', from, to).values()];
        expect(figuresOf(body.totals)).toEqual(all);
        for (const row of body.rows) {
          const parts = ['unique_clicks', 'duplicate_clicks', 'invalid_clicks'];
          expect(parts.reduce((sum, name) => sum + Number(row[name]), 0)).toBe(row['gross_clicks']);
        }
      },
    );
  });

  it('keeps sums that a count of all facts anew gives as well, and sets wrong ones right', async () => {
    const { platform } = running.service;
    const collections = await openCollections(platform.mongo.connection, declared);
    const rebuild = (repair: boolean) =>
      rebuildSums({
        snapshot: snapshotOf(platform.mongo, collections),
        transaction: transactionOf(platform.mongo, (session) => storesOf(collections, session)),
        days: campaignDays(collections),
        now: platform.clock.now(),
        repair,
      });
    const facts = clicks.length + conversions.length + commissions.length;
    expect(await rebuild(false)).toMatchObject({ same: true, facts, differences: [] });

    const before = await report('kind=utm&start_date=2026-05-01&end_date=2026-05-31');
    await collections.clickDays.updateMany({}, { $unset: { utm: 1 } });
    await collections.commissionDays.deleteMany({});
    const wrong = await report('kind=utm&start_date=2026-05-01&end_date=2026-05-31');
    expect(wrong.body.totals).toMatchObject({ gross_clicks: 0, earnings: 0 });
    expect(await rebuild(true)).toMatchObject({ same: false, repaired: true });
    const after = await report('kind=utm&start_date=2026-05-01&end_date=2026-05-31');
    expect(after.body).toEqual(before.body);
    expect(await rebuild(false)).toMatchObject({ same: true });
  });

  it('calls campaigns and links by their names, and pages through rows', async () => {
    const { body } = await report('kind=link&start_date=2026-05-01&per_page=2&page=2');
    expect(body.rows).toHaveLength(1);
    expect(body.pagination.total).toBe(3);
    const [row] = body.rows;
    const link = links.find(({ linkId }) => linkId === row?.['link_id']);
    const campaign = campaigns.find(({ campaignId }) => campaignId === link?.campaignId);
    expect(row).toMatchObject({
      tracking_code: link?.trackingCode,
      campaign_name: campaign?.name,
    });
  });

  it('shows nobody else’s figures', async () => {
    const stranger = { id: crypto.randomUUID(), role: 'affiliate' } as const;
    const answer = await running.get<Report>(
      '/api/affiliate-reports?kind=link&start_date=2026-05-01',
      stranger,
    );
    expect([answer.body.rows, answer.body.totals['gross_clicks']]).toEqual([[], 0]);
    const brand = await running.get('/api/affiliate-reports', { ...stranger, role: 'brand' });
    expect(brand.status).toBe(403);
  });

  it.each(['kind=sales', 'kind=link&start_date=2026-05-02&end_date=2026-05-01', 'format=csv'])(
    'refuses %s',
    async (wrong) => {
      expect((await report(wrong)).status).toBe(400);
    },
  );
});
