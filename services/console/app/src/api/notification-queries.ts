import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** How many notifications nobody has read; requested again every minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: ({ signal }) => api.notifications.getUnreadCount({}, { signal }),
  refetchInterval: 60_000,
});

export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: async ({ signal }) => await api.notifications.list({ limit: 50 }, { signal }),
});
