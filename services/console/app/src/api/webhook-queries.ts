import { queryOptions } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Search } from '../search.ts';
import { PAGE, pagesQuery, skipOf, skippedRows } from '../table/use-rows.ts';
import { api } from './client.ts';

const KEY = 'webhooks';

export const endpointPages = pagesQuery([KEY, 'endpoints'], async (page, signal) => {
  const query = { limit: PAGE, skip: skipOf(page) };
  const { endpoints, total } = (await api.webhookEndpoints.list(query, { signal })).data;
  return skippedRows(endpoints, page, total);
});

/** One endpoint; the API has no operation for it, so it is found in the first hundred, more than any plan allows. */
export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'endpoint', id],
    queryFn: async ({ signal }) => {
      const { endpoints } = (await api.webhookEndpoints.list({ limit: 100 }, { signal })).data;
      return endpoints.find((endpoint) => endpoint.id === id) ?? null;
    },
  });

export const webhookFigures = queryOptions({
  queryKey: [KEY, 'figures'],
  queryFn: async ({ signal }) => (await api.webhookEndpoints.getAnalytics({}, { signal })).data,
});

/** The events that can be sent, each with a sample. */
export const eventTypes = queryOptions({
  queryKey: [KEY, 'event-types'],
  queryFn: async ({ signal }) => (await api.webhookEventTypes.list({ signal })).data,
  staleTime: Infinity,
});

export const deliveryPages = (id: string, { status }: Search) =>
  pagesQuery([KEY, 'deliveries', id, status], async (page, signal) => {
    const query = {
      limit: PAGE,
      skip: skipOf(page),
      ...(status !== undefined && { status: status as Schemas['WebhookDelivery']['status'] }),
    };
    const { events, total } = (await api.webhookDeliveries.list(id, query, { signal })).data;
    return skippedRows(events, page, total);
  });

export const deliveryQuery = (id: string, event: string) =>
  queryOptions({
    queryKey: [KEY, 'delivery', id, event],
    queryFn: async ({ signal }) => (await api.webhookDeliveries.get(id, event, { signal })).data,
  });

export const postbackPages = pagesQuery([KEY, 'postbacks'], async (page, signal) => {
  const query = { limit: PAGE, skip: skipOf(page) };
  const { postbacks, total } = (await api.postbacks.list(query, { signal })).data;
  return skippedRows(postbacks, page, total);
});
