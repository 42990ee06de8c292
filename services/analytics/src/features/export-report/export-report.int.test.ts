import {
  campaignActivated,
  clickTraits,
  commissionCreated,
  conversionTracked,
  linkCreated,
  reportReady,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  aCommission,
  aConversion,
  aLink,
  countedClicks,
  eventually,
  gatewayFetch,
} from '@tributary/testing';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';
import { unzip } from '../../testing/unzip.ts';

const affiliate = { id: crypto.randomUUID(), role: 'affiliate' } as const;
const campaign = aCampaign({ name: '=HYPERLINK("https://evil.example")' });
const { campaignId, brandId } = campaign;
const links = Array.from({ length: 12 }, () =>
  aLink({ campaignId, brandId, affiliateId: affiliate.id }),
);
const may = 'start_date=2026-05-01&end_date=2026-05-31';

describe('exports', () => {
  let running: RunningAnalytics;
  const exported = (query: string) =>
    running.call(`/api/affiliate-reports/export?${query}&${may}`, affiliate);

  beforeAll(async () => {
    running = await runAnalytics({ REPORT_DIRECT_ROWS: '10' });
    const clicks = links.flatMap(({ linkId }, i) =>
      Array.from({ length: 1 + i }, (_, j) =>
        aClick({
          linkId,
          campaignId,
          brandId,
          affiliateId: affiliate.id,
          occurredAt: new Date(Date.UTC(2026, 4, 1 + i, j)).toISOString(),
          utm: { source: '@cmd', medium: null, campaign: null, term: null, content: null },
        }),
      ),
    );
    const [click = aClick()] = clicks;
    const owner = { campaignId, brandId, affiliateId: affiliate.id };
    const clicked = {
      ...owner,
      conversionId: crypto.randomUUID(),
      clickId: click.clickId,
      linkId: click.linkId,
      convertedAt: '2026-05-01T00:30:00.000Z',
    };
    await running.probe.publish(
      campaignActivated(campaign),
      ...links.map((link) => linkCreated(link)),
      countedClicks(clicks),
      conversionTracked(aConversion({ ...clicked, clickTraits: clickTraits.parse(click) })),
      commissionCreated(aCommission({ ...clicked, amountMinor: 1_234 })),
    );
    await eventually(async () => {
      const { body } = await running.get<{ totals: Record<string, number> }>(
        `/api/affiliate-reports?kind=link&${may}`,
        affiliate,
      );
      expect(body.totals).toMatchObject({ clicks: 78, conversions: 1, earnings: 12.34 });
      return true;
    });
  });
  afterAll(() => running.close());

  it('streams every row as CSV, and no cell becomes a formula in a spreadsheet', async () => {
    const answer = await exported('format=csv&kind=campaign');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="report-campaign-2026-05-01.csv"',
    );
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(await answer.text()).toBe(
      [
        'campaign_id,campaign_name,gross_clicks,unique_clicks,duplicate_clicks,invalid_clicks,clicks,conversions,conversion_rate,revenue,earnings,epc',
        `${campaignId},"'=HYPERLINK(""https://evil.example"")",78,78,0,0,78,1,0.012821,100,12.34,0.1582`,
        '',
      ].join('\n'),
    );
    const links = await (await exported('format=csv&kind=link')).text();
    expect(links.trim().split('\n')).toHaveLength(13);
    expect(await (await exported('format=csv&kind=utm')).text()).toContain("\n'@cmd,");
  });

  it('writes a sheet with typed cells and a frozen header, and the totals on another', async () => {
    const answer = await exported('format=excel&kind=campaign');
    expect(answer.status).toBe(200);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toMatch(/<pane[^>]* ySplit="1"[^>]* state="frozen"/);
    const about = files.get('xl/worksheets/sheet2.xml');
    for (const xml of [sheet, about]) expect(xml?.match(/<v>12\.34<\/v>/g)).toHaveLength(1);
    expect(about).toContain('Report by campaign');
    expect(sheet).not.toContain('<f>');
  });

  it('writes a PDF', async () => {
    const answer = await exported('format=pdf&kind=device');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.subarray(-8).toString()).toContain('%%EOF');
  });

  it.each(['pdf', 'excel'] as const)(
    'writes a long %s in the background and publishes that it is ready',
    async (format) => {
      const response = await exported(`format=${format}&kind=link`);
      expect(response.status).toBe(202);
      const { report_id: id } = (await response.json()) as { report_id: string };
      const path = `/api/affiliate-reports/exports/${id}`;
      const ready = await eventually(async () => {
        const { body } = await running.get<{ status: string; download_url: string; rows: number }>(
          path,
          affiliate,
        );
        return body.status === 'ready' ? body : undefined;
      });
      expect(ready).toMatchObject({ progress: 1, rows: 12, kind: 'link', format });
      const { pathname, search } = new URL(ready.download_url);
      const file = await gatewayFetch('analytics', `${running.service.url}${pathname}${search}`);
      expect(file.status).toBe(200);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(bytes.subarray(0, 2).toString()).toBe(format === 'pdf' ? '%P' : 'PK');
      if (format === 'excel') {
        const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml') ?? '';
        // The header and twelve links.
        expect(sheet.match(/<row /g)).toHaveLength(13);
      }
      const event = await running.probe.waitFor(reportReady, ({ reportId }) => reportId === id);
      expect(event.data).toMatchObject({
        affiliateId: affiliate.id,
        downloadUrl: ready.download_url,
        format,
      });

      const stranger = { id: crypto.randomUUID(), role: 'affiliate' } as const;
      expect((await running.call(path, stranger)).status).toBe(404);
      const forged = `${pathname}${search.slice(0, -1)}${search.endsWith('0') ? '1' : '0'}`;
      expect((await gatewayFetch('analytics', `${running.service.url}${forged}`)).status).toBe(401);
    },
  );

  it.each(['kind=link', 'format=docx', 'format=csv&kind=sales', 'format=csv&page=2'])(
    'refuses %s',
    async (wrong) => {
      expect((await exported(wrong)).status).toBe(400);
    },
  );
});
