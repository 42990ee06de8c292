import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { endpointPages, webhookFigures } from '../../api/webhook-queries.ts';
import { fromNow, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

const EndpointForm = lazyForm(() => import('./endpoint-form.tsx'));

type Endpoint = Schemas['WebhookEndpoint'];

export const load: Load = (queries) => [
  queries.infiniteQuery(endpointPages),
  queries.query(webhookFigures),
];

const columns = (): readonly Column<Endpoint>[] => [
  {
    id: 'url',
    heading: t('Endpoint'),
    cell: ({ url, description }) => (
      <span className="block max-w-md">
        <TwoLines title={url} text={description ?? undefined} />
      </span>
    ),
  },
  {
    id: 'events',
    heading: t('Events'),
    isNumber: true,
    isMinor: true,
    cell: ({ events }) => whole(events.length),
  },
  {
    id: 'state',
    heading: t('State'),
    cell: ({ active }) => <StateBadge state={active ? 'active' : 'paused'} />,
  },
  {
    id: 'last',
    heading: t('Last message'),
    isMinor: true,
    cell: ({ last_triggered: at }) => (
      <span className="text-muted">{at === null ? t('None yet') : fromNow(at)}</span>
    ),
  },
  {
    id: 'sent',
    heading: t('Delivered'),
    isNumber: true,
    cell: ({ success_count: count }) => whole(count),
  },
  {
    id: 'failed',
    heading: t('Failed'),
    isNumber: true,
    cell: ({ failure_count: count }) => (
      <span className={count > 0 ? 'text-bad' : ''}>{whole(count)}</span>
    ),
  },
];

/** How well messages arrive; nothing where the account has none. */
function Figures() {
  const { data } = useQuery(webhookFigures);
  if (data === undefined || data.total_endpoints === 0) return null;
  return (
    <Stats>
      <Stat label={t('Messages')} value={whole(data.total_events_sent)} />
      <Stat label={t('Delivered')} value={whole(data.successful_deliveries)} />
      <Stat label={t('Failed')} value={whole(data.failed_deliveries)} />
      <Stat
        label={t('Success rate')}
        value={percent(data.success_rate)}
        hint={t('{ms} ms on average', { ms: whole(Math.round(data.average_response_time)) })}
      />
    </Stats>
  );
}

const NewEndpoint = () => (
  <DialogButton kind="primary" label={t('New endpoint')}>
    {(close) => <EndpointForm onDone={close} />}
  </DialogButton>
);

export function Page() {
  const navigate = useNavigate();
  return (
    <Frame
      title={t('Webhooks')}
      description={t('Events of your account, sent to your own systems as they happen.')}
      actions={<NewEndpoint />}
    >
      <Figures />
      <Card>
        <QueryTable
          label={t('Endpoints')}
          query={useInfiniteQuery(endpointPages)}
          columns={columns()}
          idOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/webhooks/$id', params: { id } })}
          empty={
            <EmptyState
              icon="bolt"
              title={t('No endpoint yet')}
              text={t('Add an address of your system; conversions and payouts are sent to it.')}
            >
              <NewEndpoint />
            </EmptyState>
          }
        />
      </Card>
    </Frame>
  );
}
