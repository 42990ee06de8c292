import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { accountQuery } from '../../api/queries.ts';
import { date, fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showMessage } from '../../ui/toast.tsx';
import { type Load, type PageProps } from '../page-module.ts';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.sessions.list({ signal })).sessions,
});

const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.secondFactors.get({ signal }),
});

export const load: Load = (queries) => [
  queries.query(sessionsQuery),
  queries.query(secondFactorQuery),
];

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-2 px-5 py-3 text-sm">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => api.sessions.end(id),
    onError: (error) => showMessage(sentenceOf(error), { isError: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Panel title={t('Where you are signed in')} query={useQuery(sessionsQuery)}>
      {(sessions) => (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex items-center justify-between gap-4 px-5 py-3 text-sm"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">
                  {session.device ?? session.network}
                </span>
                <span className="text-muted">
                  {t('Used {when}', { when: fromNow(session.last_used_at) })}
                </span>
              </span>
              {session.is_current ? (
                <Badge tone="good">{t('This one')}</Badge>
              ) : (
                <Button
                  isBusy={end.isPending && end.variables === session.id}
                  onClick={() => end.mutate(session.id)}
                >
                  {t('Sign out')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function Page(_props: PageProps) {
  return (
    <Frame title={t('Account and security')}>
      <Panel title={t('Account')} query={useQuery(accountQuery)}>
        {(account) =>
          account !== null && (
            <dl className="divide-y divide-line">
              <Fact label={t('Name')} value={account.name} />
              <Fact label={t('E-mail address')} value={account.email} />
              <Fact label={t('Plan')} value={account.plan} />
              <Fact label={t('Member since')} value={date(account.created_at)} />
            </dl>
          )
        }
      </Panel>
      <Panel title={t('Second factor')} query={useQuery(secondFactorQuery)}>
        {({ enrolled, recovery_codes_left: left }) => (
          <p className="flex items-center gap-3 p-5 text-sm">
            <Badge tone={enrolled ? 'good' : 'warn'}>{enrolled ? t('On') : t('Off')}</Badge>
            {enrolled
              ? t('{count} recovery codes are left', { count: left })
              : t('A code from an app would protect your account better than the password alone.')}
          </p>
        )}
      </Panel>
      <Sessions />
    </Frame>
  );
}
