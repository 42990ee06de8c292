import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { notificationsQuery } from '../../api/notification-queries.ts';
import { fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';

export const load: Load = (queries) => [queries.query(notificationsQuery)];

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
      <Panel query={useQuery(notificationsQuery)}>
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState
              icon="notification"
              title={t('Nothing new')}
              text={t('What concerns you appears here.')}
            />
          ) : (
            <ul className="divide-y divide-line">
              {notifications.map((one) => (
                <li key={one.id} className="flex gap-3 px-5 py-4 text-sm">
                  <span
                    className={`mt-1.5 size-2 shrink-0 rounded-full ${one.read_at === null ? 'bg-accent' : 'bg-transparent'}`}
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">
                      {one.title}
                      {one.read_at === null && (
                        <span className="sr-only">{` (${t('unread')})`}</span>
                      )}
                    </span>
                    <span className="block text-muted">{one.message}</span>
                    {one.action_url !== null && (
                      <a
                        href={one.action_url}
                        className="mt-1 inline-block font-medium text-accent underline underline-offset-4"
                      >
                        {one.action_label ?? t('Open')}
                      </a>
                    )}
                  </span>
                  <time dateTime={one.created_at} className="shrink-0 text-xs text-muted">
                    {fromNow(one.created_at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Panel>
    </Frame>
  );
}
