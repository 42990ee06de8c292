import { queryOptions } from '@tanstack/react-query';
import { PAGE, pagesQuery, skipOf, skippedRows } from '../table/use-rows.ts';
import { api } from './client.ts';

/** How many notifications nobody has read; requested again every minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: ({ signal }) => api.notifications.getUnreadCount({}, { signal }),
  refetchInterval: 60_000,
});

/** The notifications of the account, the newest first. */
export const notificationPages = pagesQuery(['notifications', 'list'], async (page, signal) =>
  skippedRows(
    await api.notifications.list({ limit: PAGE, offset: skipOf(page) }, { signal }),
    page,
  ),
);
