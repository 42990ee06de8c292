import { queryOptions } from '@tanstack/react-query';
import { type Schemas, TributaryError } from '@tributary/sdk';
import { type Search } from '../search.ts';
import { countedRows, PAGE, pagesQuery, skipOf, skippedRows } from '../table/use-rows.ts';
import { api } from './client.ts';

/** Whether each service is ready; the answer that one is not has the status 503. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: async ({ signal }) => {
    try {
      return await api.health.getReadiness({ signal, maxRetries: 0 });
    } catch (error) {
      if (error instanceof TributaryError && error.status === 503) {
        const response = await fetch('/health/ready', { signal });
        return (await response.json()) as Schemas['GetReadinessResponse'];
      }
      throw error;
    }
  },
  refetchInterval: 10_000,
});

/** What waits, was set aside and is stuck in each service. */
export const systemQuery = queryOptions({
  queryKey: ['operator', 'system'],
  queryFn: ({ signal }) => api.health.getSystemState({ signal }),
  refetchInterval: 10_000,
});

export const userPages = ({ q, role, status }: Search) =>
  pagesQuery(['operator', 'users', q, role, status], async (page, signal) => {
    const query = {
      page,
      ...(q !== undefined && { search: q }),
      ...(role !== undefined && { role: role as Schemas['AccountRole'] }),
      ...(status !== undefined && { status: status as Schemas['AccountStatus'] }),
    };
    const { users, pagination } = await api.users.list(query, { signal });
    return countedRows(users, pagination);
  });

export const heldPages = pagesQuery(['operator', 'held'], async (page, signal) => {
  const query = { limit: PAGE, offset: skipOf(page) };
  const { payouts, total } = await api.heldPayouts.list(query, { signal });
  return skippedRows(payouts, page, total);
});

export const ledgerQuery = queryOptions({
  queryKey: ['operator', 'ledger'],
  queryFn: ({ signal }) => api.ledger.verify({ signal }),
  staleTime: 60_000,
});

export const reconciliationQuery = queryOptions({
  queryKey: ['operator', 'reconciliation'],
  queryFn: ({ signal }) => api.reconciliations.get({ signal }),
  staleTime: 60_000,
});

/** How many accounts and held payouts there are. */
export const operatorCounts = queryOptions({
  queryKey: ['operator', 'counts'],
  queryFn: async ({ signal }) => {
    const one = { per_page: 1 } as const;
    const [brands, affiliates, suspended, held] = await Promise.all([
      api.users.list({ ...one, role: 'brand' }, { signal }),
      api.users.list({ ...one, role: 'affiliate' }, { signal }),
      api.users.list({ ...one, status: 'suspended' }, { signal }),
      api.heldPayouts.list({ limit: 1 }, { signal }),
    ]);
    return {
      brands: brands.pagination.total,
      affiliates: affiliates.pagination.total,
      suspended: suspended.pagination.total,
      held: held.total,
    };
  },
});

export const batchPages = pagesQuery(['operator', 'batches'], async (page, signal) => {
  const query = { limit: PAGE, offset: skipOf(page) };
  const { batches, total } = await api.payoutBatches.list(query, { signal });
  return skippedRows(batches, page, total);
});

export const ratesQuery = queryOptions({
  queryKey: ['operator', 'rates'],
  queryFn: ({ signal }) => api.exchangeRates.list({ signal }),
});

/** The weights of the fraud score that were fitted to reviews, with what each would change. */
export const fraudWeightsQuery = queryOptions({
  queryKey: ['operator', 'fraud', 'weights'],
  queryFn: async ({ signal }) => (await api.fraudWeights.list({ signal })).data,
});

/** How scores and factors differ from those of the weeks before. */
export const fraudDriftsQuery = queryOptions({
  queryKey: ['operator', 'fraud', 'drifts'],
  queryFn: async ({ signal }) => (await api.fraudDrifts.list({ signal })).data,
});

/** The tiers of the platform, which count where a campaign has none. */
export const tiersQuery = queryOptions({
  queryKey: ['operator', 'tiers'],
  queryFn: ({ signal }) => api.commissionTiers.list({}, { signal }),
});
