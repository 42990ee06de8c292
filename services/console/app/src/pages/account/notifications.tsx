import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { notificationPages } from '../../api/notification-queries.ts';
import { fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { PagedItems } from '../../table/paged-items.tsx';
import { Button } from '../../ui/button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';

export const load: Load = (queries) => [queries.infiniteQuery(notificationPages)];

function Notification({ notification }: { readonly notification: Schemas['Notification'] }) {
  const { title, message, created_at: at, read_at: readAt } = notification;
  const { action_url: url, action_label: label } = notification;
  return (
    <li className="flex gap-3 px-5 py-4 text-sm">
      <span
        className={`mt-1.5 size-2 shrink-0 rounded-full ${readAt === null ? 'bg-accent' : 'bg-transparent'}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {title}
          {readAt === null && <span className="sr-only">{` (${t('unread')})`}</span>}
        </span>
        <span className="block text-muted">{message}</span>
        {url !== null && (
          <a
            href={url}
            className="mt-1 inline-block font-medium text-accent underline underline-offset-4"
          >
            {label ?? t('Open')}
          </a>
        )}
      </span>
      <time dateTime={at} className="shrink-0 text-xs text-muted">
        {fromNow(at)}
      </time>
    </li>
  );
}

export function Page(_props: PageProps) {
  const queries = useQueryClient();
  const readAll = useMutation({
    mutationFn: () => api.notifications.markAllRead(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
  });
  return (
    <Frame
      title={t('Notifications')}
      actions={
        <Button isBusy={readAll.isPending} onClick={() => readAll.mutate()}>
          {t('Mark all as read')}
        </Button>
      }
    >
      <Card>
        <PagedItems
          query={useInfiniteQuery(notificationPages)}
          empty={
            <EmptyState
              icon="notification"
              title={t('Nothing new')}
              text={t('What concerns you appears here.')}
            />
          }
        >
          {(notifications) => (
            <ul className="divide-y divide-line">
              {notifications.map((one) => (
                <Notification key={one.id} notification={one} />
              ))}
            </ul>
          )}
        </PagedItems>
      </Card>
    </Frame>
  );
}
