import {
  affiliateLeft,
  applicationApproved,
  campaignActivated,
  commissionAdjusted,
  commissionCreated,
  commissionPaid,
  commissionPartPaid,
  type CommissionSnapshot,
  conversionAdjusted,
  conversionApproved,
  conversionRejected,
  conversionTracked,
  type ConversionSnapshot,
  reportReady,
  userRegistered,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  aCommission,
  aConversion,
  anApprovedConversion,
  aUser,
  countedClicks,
  eventually,
  gatewayFetch,
} from '@tributary/testing';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';
import { unzip } from '../../testing/unzip.ts';

const brand = { id: crypto.randomUUID(), role: 'brand' } as const;
const stranger = { id: crypto.randomUUID(), role: 'brand' } as const;
const ann = crypto.randomUUID();
const bob = crypto.randomUUID();
const [spring, autumn] = ['Spring', '=AUTUMN()'].map((name) =>
  aCampaign({ name, brandId: brand.id }),
) as [ReturnType<typeof aCampaign>, ReturnType<typeof aCampaign>];
const foreign = aCampaign({ brandId: stranger.id });

/** An order and its commission of a tenth, by day of May. */
const sale = (
  day: number,
  affiliateId: string,
  campaign: { campaignId: string; brandId: string },
) => {
  const owner = { affiliateId, campaignId: campaign.campaignId, brandId: campaign.brandId };
  const convertedAt = new Date(Date.UTC(2026, 4, day, 10)).toISOString();
  const conversion = anApprovedConversion({
    ...owner,
    convertedAt,
    clickId: null,
    linkId: null,
    valueMinor: 1_000 * day,
    orderId: `order-${String(day)}`,
  });
  const { conversionId, orderId } = conversion;
  const whose = { ...owner, conversionId, orderId, convertedAt };
  return { conversion, commission: aCommission({ ...whose, amountMinor: 100 * day }) };
};

const sales = {
  paid: sale(1, ann, spring),
  partPaid: sale(2, ann, autumn),
  onHold: sale(3, bob, spring),
  clawedBack: sale(4, bob, spring),
  refunded: sale(5, bob, autumn),
  rejected: sale(6, bob, autumn),
  foreign: sale(7, ann, foreign),
};

/** The last state of each order and commission, as the log and the ledger have them. */
const last = {
  refunded: { ...sales.refunded.conversion, refundedMinor: 2_000 },
  paid: { ...sales.paid.commission, status: 'paid', paidMinor: 100 },
  partPaid: { ...sales.partPaid.commission, paidMinor: 150 },
  onHold: { ...sales.onHold.commission, status: 'pending' },
  clawedBack: {
    ...sales.clawedBack.commission,
    status: 'cancelled',
    amountMinor: 0,
    paidMinor: 400,
  },
  lowered: { ...sales.refunded.commission, amountMinor: 300 },
} as const;

const log: readonly (readonly [ConversionSnapshot, string])[] = [
  [sales.paid.conversion, 'approved'],
  [sales.partPaid.conversion, 'approved'],
  [sales.onHold.conversion, 'approved'],
  [sales.clawedBack.conversion, 'approved'],
  [last.refunded, 'approved'],
  [sales.rejected.conversion, 'rejected'],
];
const ledger: readonly CommissionSnapshot[] = [
  last.paid,
  last.partPaid,
  last.onHold,
  last.clawedBack,
  last.lowered,
];

const adjusted = {
  adjustmentId: crypto.randomUUID(),
  reason: 'partial_refund',
  changeMinor: -200,
  clawedBackMinor: 0,
} as const;
const membership = (affiliateId: string, campaignId: string) => ({
  ...{ applicationId: crypto.randomUUID(), campaignName: 'Spring', brandId: brand.id },
  ...{ affiliateId, campaignId, status: 'approved' as const, notes: null },
});

interface Row {
  readonly [column: string]: string | number | null;
}
interface Report {
  readonly rows: readonly Row[];
  readonly totals: Record<string, number>;
  readonly pagination: { readonly total: number };
}

const may = 'start_date=2026-05-01&end_date=2026-05-31';
const sum = (rows: readonly Row[], column: string): number =>
  Math.round(rows.reduce((total, row) => total + Number(row[column]), 0) * 100) / 100;
const cents = (minor: number): number => minor / 100;

describe('the reports of a brand', () => {
  let running: RunningAnalytics;
  const get = async (query: string, who = brand as { id: string; role: 'brand' }) =>
    (await running.get<Report>(`/api/brand/reports?${query}`, who)).body;

  beforeAll(async () => {
    running = await runAnalytics({ REPORT_DIRECT_ROWS: '4' });
    const clicks = [ann, ann, bob].map((affiliateId, hour) =>
      aClick({
        ...{ affiliateId, brandId: brand.id, campaignId: spring.campaignId },
        occurredAt: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(),
      }),
    );
    const refused = aClick({
      ...{ affiliateId: ann, brandId: brand.id, campaignId: spring.campaignId },
      ...{ occurredAt: '2026-05-01T12:00:00.000Z', validity: 'filtered' as const },
      consent: { decision: 'denied', by: ['consent'], malformed: [] },
    });
    const joined = membership(ann, spring.campaignId);
    await running.probe.publish(
      ...[spring, autumn, foreign].map((campaign) => campaignActivated(campaign)),
      userRegistered(aUser({ userId: ann, role: 'affiliate', name: 'Ann' })),
      userRegistered(aUser({ userId: bob, role: 'affiliate', name: '@Bob' })),
      applicationApproved(joined),
      countedClicks([...clicks, refused]),
      ...Object.values(sales).map(({ conversion }) =>
        conversionTracked(aConversion({ ...conversion, status: 'pending' })),
      ),
    );
    const { rejected, ...approved } = sales;
    await running.probe.publish(
      affiliateLeft({ ...joined, status: 'left' }),
      ...Object.values(approved).map(({ conversion }) => conversionApproved(conversion)),
      conversionRejected({ ...rejected.conversion, status: 'rejected' }),
      ...Object.values(approved).map(({ commission }) => commissionCreated(commission)),
      commissionCreated({ ...last.onHold }),
    );
    await running.probe.publish(
      conversionAdjusted({
        ...last.refunded,
        ...{ adjustmentId: crypto.randomUUID(), adjustmentType: 'partial_refund' },
        ...{ adjustmentMinor: 2_000, refundId: null },
      }),
      commissionPaid(last.paid),
      commissionPartPaid(last.partPaid),
      commissionAdjusted({ ...last.clawedBack, ...adjusted, reason: 'chargeback' }),
      commissionAdjusted({ ...last.lowered, ...adjusted }),
    );
    await eventually(async () => {
      const { totals } = await get(`kind=payouts_due`);
      const { totals: orders, pagination } = await get(`kind=conversions&${may}`);
      const { totals: clicked } = await get(`kind=affiliates&${may}`);
      const { pagination: commissions } = await get(`kind=commissions&${may}`);
      expect([totals['paid'], totals['owed_back'], orders['refunded']]).toEqual([6.5, 4, 20]);
      expect([pagination.total, commissions.total]).toEqual([log.length, ledger.length]);
      return clicked['clicks'] === 3;
    });
  });
  afterAll(() => running.close());

  it('list every order as the log has it, and nothing of another brand', async () => {
    const { rows, totals, pagination } = await get(`kind=conversions&${may}`);
    expect(pagination.total).toBe(log.length);
    expect(
      rows.map((row) => [row['conversion_id'], row['order_value'], row['refunded'], row['status']]),
    ).toEqual(
      log
        .toReversed()
        .map(([order, status]) => [
          order.conversionId,
          cents(order.valueMinor),
          cents(order.refundedMinor),
          status,
        ]),
    );
    expect(rows.at(-1)).toMatchObject({
      order_id: 'order-1',
      converted_at: '2026-05-01T10:00:00.000Z',
      campaign_name: 'Spring',
      affiliate_name: 'Ann',
      commission: 1,
    });
    for (const column of ['order_value', 'refunded', 'revenue', 'commission']) {
      expect([column, totals[column]]).toEqual([column, sum(rows, column)]);
    }
    const earned = ledger.reduce((total, { amountMinor }) => total + amountMinor, 0);
    expect(totals['commission']).toBe(cents(earned));
    expect((await get(`kind=conversions&${may}`, stranger)).rows).toHaveLength(1);
  });

  it('list every commission with what is paid and due, as the ledger has them', async () => {
    const { rows, totals } = await get(`kind=commissions&${may}`);
    const booked = ledger.toReversed();
    expect(rows.map((row) => [row['commission_id'], row['amount'], row['paid']])).toEqual(
      booked.map((one) => [one.commissionId, cents(one.amountMinor), cents(one.paidMinor)]),
    );
    expect(rows.map((row) => row['due'])).toEqual([3, 0, 0, 0.5, 0]);
    expect(totals).toMatchObject({ amount: sum(rows, 'amount'), paid: 6.5, due: 3.5 });
  });

  it('state what is due to each affiliate, whenever the order was', async () => {
    const { rows, totals } = await get('kind=payouts_due');
    expect(rows).toEqual([
      {
        ...{ affiliate_id: bob, affiliate_name: '@Bob', commissions: 1 },
        ...{ on_hold: 3, due: 3, owed_back: 4, paid: 4 },
      },
      {
        ...{ affiliate_id: ann, affiliate_name: 'Ann', commissions: 1 },
        ...{ on_hold: 0, due: 0.5, owed_back: 0, paid: 2.5 },
      },
    ]);
    expect(totals).toEqual({ commissions: 2, on_hold: 3, due: 3.5, owed_back: 4, paid: 6.5 });
    expect((await get('kind=payouts_due&end_date=2026-05-02')).rows).toHaveLength(1);
    expect((await running.call(`/api/brand/reports?kind=payouts_due&${may}`, brand)).status).toBe(
      400,
    );
  });

  it('compare affiliates by the figures that one affiliate’s own page shows', async () => {
    const { rows, totals } = await get(`kind=affiliates&${may}`);
    const { totals: orders } = await get(`kind=conversions&${may}`);
    for (const column of ['revenue', 'commission']) expect(totals[column]).toBe(orders[column]);
    for (const row of rows) {
      const id = String(row['affiliate_id']);
      const { body } = await running.get<{ metrics: Row; name: string }>(
        `/api/brand/affiliates/${id}?${may}`,
        brand,
      );
      expect({ affiliate_id: id, affiliate_name: body.name, ...body.metrics }).toEqual(row);
    }
    expect(rows.map((row) => row['affiliate_name']).sort()).toEqual(['@Bob', 'Ann']);
    expect((await get(`kind=affiliates&${may}&affiliate_id=${ann}`)).rows).toHaveLength(1);
    const autumnOnly = await get(`kind=affiliates&${may}&campaign_id=${autumn.campaignId}`);
    expect(autumnOnly.totals['clicks']).toBe(0);
    const none = await get(`kind=affiliates&${may}&campaign_id=${foreign.campaignId}`);
    expect(none.rows).toEqual([]);
  });

  it('show an affiliate with conversions by status, activity and campaigns, to its brands alone', async () => {
    const path = (id: string) => `/api/brand/affiliates/${id}?${may}`;
    const { body } = await running.get<Row>(path(ann), brand);
    expect(body).toMatchObject({
      name: 'Ann',
      metrics: {
        ...{ gross_clicks: 3, invalid_clicks: 1, clicks_without_consent: 1, clicks: 2 },
        ...{ conversions: 2, revenue: 30, commission: 3, epc: 1.5 },
      },
      per_status: { pending: 0, approved: 2, rejected: 0, reversed: 0 },
      first_activity_at: '2026-05-01T00:00:00.000Z',
      last_activity_at: '2026-05-02T10:00:00.000Z',
      campaigns: [
        {
          campaign_id: spring.campaignId,
          campaign_name: 'Spring',
          joined_at: expect.any(String),
          left_at: expect.any(String),
        },
      ],
    });
    const other = await running.get<Row>(path(bob), brand);
    expect(other.body).toMatchObject({ per_status: { approved: 3, rejected: 1 }, campaigns: [] });
    const foreigner = await running.get<Row>(path(bob), stranger);
    const absent = await running.get<Row>(path(crypto.randomUUID()), brand);
    const malformed = await running.get<Row>(path('none'), brand);
    expect([foreigner.status, absent.status, malformed.status]).toEqual([404, 404, 404]);
    expect([foreigner.body, malformed.body]).toEqual([absent.body, absent.body]);
    expect((await running.call(path(ann), { id: ann, role: 'affiliate' })).status).toBe(403);
  });

  it.each(['conversions', 'commissions', 'affiliates', 'payouts_due'])(
    'export %s with the same figures, and no cell becomes a formula',
    async (kind) => {
      const dates = kind === 'payouts_due' ? '' : `&${may}`;
      const { rows } = await get(`kind=${kind}${dates}`);
      const exported = (format: string) =>
        running.call(`/api/brand/reports/export?format=${format}&kind=${kind}${dates}`, brand);
      const csv = await (await exported('csv')).text();
      const [header = '', ...lines] = csv.trim().split('\n');
      const columns = header.split(',');
      const text = (cell: string | number | null | undefined): string =>
        cell === null || cell === undefined ? '' : String(cell).replace(/^[=@]/, "'$&");
      expect(lines).toEqual(rows.map((row) => columns.map((name) => text(row[name])).join()));
      if (rows.length > 4) return;
      const sheet = unzip(Buffer.from(await (await exported('xlsx')).arrayBuffer()));
      const xml = sheet.get('xl/worksheets/sheet1.xml') ?? '';
      expect(xml.match(/<row /g)).toHaveLength(rows.length + 1);
      expect(xml).not.toContain('<f>');
      const pdf = Buffer.from(await (await exported('pdf')).arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    },
  );

  it('are written in the background where they are long, for their brand alone', async () => {
    const answer = await running.call(
      `/api/brand/reports/export?format=excel&kind=conversions&${may}`,
      brand,
    );
    expect(answer.status).toBe(202);
    const { report_id: id } = (await answer.json()) as { report_id: string };
    const path = `/api/brand/reports/exports/${id}`;
    const ready = await eventually(async () => {
      const { body } = await running.get<{ status: string; download_url: string }>(path, brand);
      return body.status === 'ready' && body;
    });
    expect(ready).toMatchObject({ kind: 'conversions', format: 'excel', rows: log.length });
    const { pathname, search } = new URL(ready.download_url);
    const file = await gatewayFetch('analytics', `${running.service.url}${pathname}${search}`);
    const sheet = unzip(Buffer.from(await file.arrayBuffer())).get('xl/worksheets/sheet1.xml');
    expect(sheet?.match(/<row /g)).toHaveLength(log.length + 1);
    const event = await running.probe.waitFor(reportReady, ({ reportId }) => reportId === id);
    expect(event.data.affiliateId).toBe(brand.id);
    expect((await running.call(path, stranger)).status).toBe(404);
    expect((await running.call(path, { id: brand.id, role: 'affiliate' })).status).toBe(403);
  });
});
