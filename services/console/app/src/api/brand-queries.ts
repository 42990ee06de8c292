import { queryOptions } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Range } from '../range.ts';
import { type Search } from '../search.ts';
import { countedRows, cursorQuery, pagesQuery } from '../table/use-rows.ts';
import { withNames } from './affiliate-names.ts';
import { api } from './client.ts';

export type BrandReportKind = Schemas['GetBrandReportResponse']['kind'];

/** A row of a report, with the currency of its amounts. */
export type BrandReportRow = Schemas['BrandReportRow'] & { readonly currency: string };

type Period = Pick<Range, 'start' | 'end'>;

/** What all affiliates brought in a period, and the best of them. */
export const affiliateFigures = ({ start, end }: Period) =>
  queryOptions({
    queryKey: ['brand', 'affiliate-figures', start, end],
    queryFn: async ({ signal }) => {
      const period = { start_date: start, end_date: end };
      return await api.brandReports.get({ kind: 'affiliates', ...period, per_page: 5 }, { signal });
    },
  });

const ONE = { per_page: 1 } as const;

/** How much waits for the brand. */
export const taskCounts = queryOptions({
  queryKey: ['brand', 'tasks'],
  queryFn: async ({ signal }) => {
    const [applications, claims, flagged, pending] = await Promise.all([
      api.applications.list({ ...ONE, status: 'pending' }, { signal }),
      api.brandClaims.list({ limit: 1 }, { signal }),
      api.brandConversions.list({ ...ONE, status: 'pending', requires_review: true }, { signal }),
      api.brandConversions.list({ ...ONE, status: 'pending' }, { signal }),
    ]);
    return {
      applications: applications.pagination.total,
      claims: claims.data.open,
      flagged: flagged.data.pagination.total,
      pending: pending.data.pagination.total,
    };
  },
});

/** Which of the first steps are done. */
export const firstSteps = queryOptions({
  queryKey: ['brand', 'first-steps'],
  queryFn: async ({ signal }) => {
    const [campaigns, affiliates, health] = await Promise.all([
      api.campaigns.list(ONE, { signal }),
      api.applications.list({ ...ONE, status: 'approved' }, { signal }),
      api.tracking.getHealth({}, { signal }),
    ]);
    return {
      hasCampaign: campaigns.pagination.total > 0,
      hasAffiliate: affiliates.pagination.total > 0,
      hasClick: health.data.days.some((day) => day.clicks_seen + day.clicks_expected > 0),
      hasOrder: health.data.days.some((day) => day.orders > 0),
    };
  },
});

export const campaignPages = ({ status }: Search) =>
  pagesQuery(['brand', 'campaigns', status], async (page, signal) => {
    const query = {
      page,
      ...(status !== undefined && { status: status as Schemas['CampaignStatus'] }),
    };
    const { campaigns, pagination } = await api.campaigns.list(query, { signal });
    return countedRows(campaigns, pagination);
  });

const MAX_NAMES = 1_000;

/** The names of campaigns, for filters and lists: of the newest thousand. */
export const campaignNames = queryOptions({
  queryKey: ['brand', 'campaign-names'],
  queryFn: async ({ signal }) => {
    const names = new Map<string, string>();
    for await (const { id, name } of api.campaigns.list({ per_page: 100 }, { signal })) {
      if (names.size === MAX_NAMES) break;
      names.set(id, name);
    }
    return names;
  },
  staleTime: 60_000,
});

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['brand', 'campaign', id],
    queryFn: ({ signal }) => api.campaigns.get(id, { signal }),
  });

export const campaignPerformance = (id: string, { start, end }: Period) =>
  queryOptions({
    queryKey: ['brand', 'campaign-performance', id, start, end],
    queryFn: ({ signal }) =>
      api.campaigns.getPerformance(id, { start_date: start, end_date: end }, { signal }),
  });

export const applicationPages = ({ status = 'pending' }: Search) =>
  pagesQuery(['brand', 'applications', status], async (page, signal) => {
    const { applications, pagination } = await api.applications.list(
      { page, status: status as Schemas['Applicant']['status'] },
      { signal },
    );
    return countedRows(applications, pagination);
  });

/** The latest application of an affiliate to the brand's campaigns; null where it never applied. */
export const latestApplicationQuery = (affiliateId: string) =>
  queryOptions({
    queryKey: ['brand', 'applications', 'of', affiliateId],
    queryFn: async ({ signal }) => {
      const which = { affiliate_id: affiliateId, per_page: 1 };
      return (await api.applications.list(which, { signal })).applications[0] ?? null;
    },
  });

/** Affiliates of the brand's campaigns, the newest hundred. */
export const membersQuery = queryOptions({
  queryKey: ['brand', 'members'],
  queryFn: async ({ signal }) =>
    (await api.applications.list({ status: 'approved', per_page: 100 }, { signal })).applications,
  staleTime: 60_000,
});

export const conversionPages = ({ status, campaign, review }: Search) =>
  pagesQuery(['brand', 'conversions', status, campaign, review], async (page, signal) => {
    const query = {
      page,
      ...(status !== undefined && { status: status as Schemas['ConversionStatus'] }),
      ...(campaign !== undefined && { campaign_id: campaign }),
      ...(review === true && { requires_review: true }),
    };
    const { conversions, pagination } = (await api.brandConversions.list(query, { signal })).data;
    return countedRows(await withNames(conversions, signal), pagination);
  });

export const couponPages = ({ campaign }: Search) =>
  pagesQuery(['brand', 'coupons', campaign], async (page, signal) => {
    const query = { page, ...(campaign !== undefined && { campaign_id: campaign }) };
    const { coupons, pagination } = await api.coupons.list(query, { signal });
    return countedRows(await withNames(coupons, signal), pagination);
  });

export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['brand', 'explanation', id],
    queryFn: async ({ signal }) => (await api.conversions.getExplanation(id, { signal })).data,
  });

export const conversionQuery = (id: string) =>
  queryOptions({
    queryKey: ['brand', 'conversion', id],
    queryFn: async ({ signal }) => (await api.brandConversions.get(id, { signal })).data,
  });

/** What selects a report of the brand, as the API takes it. */
export const reportQuery = (kind: BrandReportKind, period?: Period, campaign?: string) => ({
  kind,
  ...(period !== undefined && { start_date: period.start, end_date: period.end }),
  ...(campaign !== undefined && { campaign_id: campaign }),
});

/** A report of the brand's orders, commissions or affiliates; each page has the sums of all rows, as a row. */
export const reportPages = (kind: BrandReportKind, period?: Period, campaign?: string) =>
  pagesQuery(
    ['brand', 'report', kind, period?.start, period?.end, campaign],
    async (page, signal) => {
      const query = { ...reportQuery(kind, period, campaign), page };
      const { rows, totals, pagination, currency } = await api.brandReports.get(query, { signal });
      const inCurrency = (row: Schemas['BrandReportRow']): BrandReportRow => ({ ...row, currency });
      return {
        ...countedRows(rows.map(inCurrency), pagination),
        totals: inCurrency(totals),
      };
    },
  );

export const owedQuery = queryOptions({
  queryKey: ['brand', 'owed'],
  queryFn: async ({ signal }) =>
    await api.brandReports.get({ kind: 'payouts_due', per_page: 1 }, { signal }),
});

export const claimSettings = queryOptions({
  queryKey: ['brand', 'claim-settings'],
  queryFn: async ({ signal }) => (await api.claimSettings.get({ signal })).data,
});

export const claimPages = ({ status = 'open', campaign }: Search) =>
  cursorQuery(['brand', 'claims', status, campaign], async (before, signal) => {
    const query = {
      ...(before !== undefined && { before }),
      ...(status !== 'all' && { status: status as Schemas['Claim']['status'] }),
      ...(campaign !== undefined && { campaign_id: campaign }),
    };
    const { claims, next_before: next } = (await api.brandClaims.list(query, { signal })).data;
    return { items: await withNames(claims, signal), next };
  });
