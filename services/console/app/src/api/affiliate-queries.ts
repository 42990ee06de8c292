import { queryOptions } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Range } from '../range.ts';
import { type Search } from '../search.ts';
import { countedRows, pagesQuery } from '../table/use-rows.ts';
import { api } from './client.ts';

const PAGE = 50;

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

/** Pages of the lists that are read by skipping. */
const skipped = <Item>(items: readonly Item[]) => ({
  items,
  total: undefined,
  hasMore: items.length === PAGE,
});

export const commissionPages = ({ status }: Search) =>
  pagesQuery(['affiliate', 'commissions', status], async (page, signal) => {
    const query = {
      limit: PAGE,
      skip: (page - 1) * PAGE,
      ...(status !== undefined && { status: status as Schemas['CommissionStatus'] }),
    };
    return skipped(await api.commissions.list(query, { signal }));
  });

export const payoutPages = pagesQuery(['affiliate', 'payouts'], async (page, signal) =>
  skipped(await api.affiliatePayouts.list({ limit: PAGE, skip: (page - 1) * PAGE }, { signal })),
);

export const accountsQuery = queryOptions({
  queryKey: ['affiliate', 'accounts'],
  queryFn: async ({ signal }) => (await api.payoutAccounts.list({ signal })).accounts,
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
