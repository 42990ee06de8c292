import { queryOptions } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Range } from '../range.ts';
import { type Search } from '../search.ts';
import {
  countedRows,
  cursorQuery,
  PAGE,
  pagesQuery,
  skipOf,
  skippedRows,
} from '../table/use-rows.ts';
import { api } from './client.ts';

export const performanceQuery = ({ start, end }: Pick<Range, 'start' | 'end'>) =>
  queryOptions({
    queryKey: ['affiliate', 'performance', start, end],
    queryFn: ({ signal }) =>
      api.affiliates.getPerformance(
        { start_date: start, end_date: end, interval: 'day' },
        { signal },
      ),
  });

export const payoutSummary = queryOptions({
  queryKey: ['affiliate', 'payout-summary'],
  queryFn: ({ signal }) => api.payouts.getSummary({}, { signal }),
});

export const linkPages = pagesQuery(['affiliate', 'links'], async (page, signal) => {
  const { links, pagination } = await api.links.list({ page }, { signal });
  return countedRows(links, pagination);
});

export const offerPages = ({ q, status }: Search) =>
  pagesQuery(['affiliate', 'offers', q, status], async (page, signal) => {
    const query = {
      page,
      ...(q !== undefined && { search: q }),
      ...(status !== undefined && {
        membership: status as Schemas['CampaignMembership']['status'],
      }),
    };
    const { campaigns, pagination } = await api.offers.list(query, { signal });
    return countedRows(campaigns, pagination);
  });

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['affiliate', 'offer', id],
    queryFn: ({ signal }) => api.offers.get(id, { signal }),
  });

/** The campaigns that the affiliate has joined. */
export const joinedQuery = queryOptions({
  queryKey: ['affiliate', 'joined'],
  queryFn: async ({ signal }) => {
    const query = { membership: 'approved', per_page: 100 } as const;
    return (await api.offers.list(query, { signal })).campaigns;
  },
});

export const commissionPages = ({ status }: Search) =>
  pagesQuery(['affiliate', 'commissions', status], async (page, signal) => {
    const query = {
      limit: PAGE,
      skip: skipOf(page),
      ...(status !== undefined && { status: status as Schemas['CommissionStatus'] }),
    };
    return skippedRows(await api.commissions.list(query, { signal }), page);
  });

export const payoutPages = pagesQuery(['affiliate', 'payouts'], async (page, signal) =>
  skippedRows(
    await api.affiliatePayouts.list({ limit: PAGE, skip: skipOf(page) }, { signal }),
    page,
  ),
);

export const accountsQuery = queryOptions({
  queryKey: ['affiliate', 'accounts'],
  queryFn: async ({ signal }) => (await api.payoutAccounts.list({ signal })).accounts,
});

/** The newest hundred links, for choices. */
export const linkChoices = queryOptions({
  queryKey: ['affiliate', 'link-choices'],
  queryFn: async ({ signal }) => (await api.links.list({ per_page: 100 }, { signal })).links,
});

/** The link that was created last; null before the first one. */
export const newestLink = queryOptions({
  queryKey: ['affiliate', 'newest-link'],
  queryFn: async ({ signal }) =>
    (await api.links.list({ per_page: 1 }, { signal })).links[0] ?? null,
});

export const lastCommissions = queryOptions({
  queryKey: ['affiliate', 'last-commissions'],
  queryFn: async ({ signal }) => await api.commissions.list({ limit: 6 }, { signal }),
});

export const orderPages = ({ status, campaign }: Search) =>
  pagesQuery(['affiliate', 'orders', status, campaign], async (page, signal) => {
    const query = {
      page,
      ...(status !== undefined && { status: status as Schemas['ConversionStatus'] }),
      ...(campaign !== undefined && { campaign_id: campaign }),
    };
    const { data } = await api.affiliateConversions.list(query, { signal });
    return countedRows(data.conversions, data.pagination);
  });

export const earningsQuery = queryOptions({
  queryKey: ['affiliate', 'earnings'],
  queryFn: ({ signal }) => api.earnings.get({}, { signal }),
});

export const paymentPages = pagesQuery(['affiliate', 'payments'], async (page, signal) => {
  const { payments, ...counts } = await api.payments.list({ page }, { signal });
  return countedRows(payments, { page, pages: counts.total_pages, total: counts.total });
});

export const billingQuery = queryOptions({
  queryKey: ['affiliate', 'billing'],
  queryFn: async ({ signal }) => (await api.billingProfiles.get({ signal })).billing_profile,
});

export type ReportKind = Schemas['GetReportResponse']['kind'];

/** A row of an affiliate's report, with the currency of its amounts. */
export type ReportRow = Schemas['ReportRow'] & { readonly currency: string };

export const reportPages = (kind: ReportKind, { start, end }: Pick<Range, 'start' | 'end'>) =>
  pagesQuery(['affiliate', 'report', kind, start, end], async (page, signal) => {
    const query = { kind, page, start_date: start, end_date: end };
    const { rows, pagination, currency } = await api.reports.get(query, { signal });
    return countedRows(
      rows.map((row): ReportRow => ({ ...row, currency })),
      pagination,
    );
  });

export const schedulesQuery = queryOptions({
  queryKey: ['affiliate', 'schedules'],
  queryFn: async ({ signal }) => (await api.reportSchedules.list({ signal })).schedules,
});

export const claimPages = ({ status, campaign }: Search) =>
  cursorQuery(['affiliate', 'claims', status, campaign], async (before, signal) => {
    const query = {
      ...(before !== undefined && { before }),
      ...(status !== undefined && { status: status as Schemas['AffiliateClaim']['status'] }),
      ...(campaign !== undefined && { campaign_id: campaign }),
    };
    const { claims, next_before: next } = (await api.affiliateClaims.list(query, { signal })).data;
    return { items: claims, next };
  });
