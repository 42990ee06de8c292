import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { deliveryPages, endpointQuery } from '../../api/webhook-queries.ts';
import { dateTime } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts, TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { StateFilter } from '../state-filter.tsx';
import { Delivery } from './delivery.tsx';
import { RotateSecret } from './rotate-secret.tsx';

const SampleForm = lazyForm(() => import('./sample-form.tsx'));

type Endpoint = Schemas['WebhookEndpoint'];
type Sent = Schemas['WebhookDelivery'];

export const load: Load = (queries, { id, search }) => [
  queries.query(endpointQuery(id)),
  queries.infiniteQuery(deliveryPages(id, search)),
];

const columns = (): readonly Column<Sent>[] => [
  {
    id: 'event',
    heading: t('Event'),
    cell: ({ event_type: type, created_at: at }) => <TwoLines title={type} text={dateTime(at)} />,
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'answer',
    heading: t('Answer'),
    isMinor: true,
    cell: ({ response_code: code, error_message: error }) => (
      <span className="block max-w-xs truncate text-muted">{code ?? error}</span>
    ),
  },
  {
    id: 'attempts',
    heading: t('Attempts'),
    isNumber: true,
    cell: ({ attempts }) => attempts,
  },
];

function Actions({ endpoint: { id, active } }: { readonly endpoint: Endpoint }) {
  const navigate = useNavigate();
  const change = useAction({
    run: (next: boolean) => api.webhookEndpoints.update(id, { active: next }),
    message: (_answer, next) => (next ? t('The endpoint is active') : t('The endpoint is paused')),
    changes: ['webhooks'],
  });
  const remove = useAction({
    run: (_input, key) => api.webhookEndpoints.delete(id, key),
    message: () => t('The endpoint was deleted'),
    changes: ['webhooks'],
    onDone: () => void navigate({ to: '/webhooks' }),
  });
  return (
    <>
      <ConfirmButton
        label={t('Delete')}
        description={t('Delete the endpoint')}
        question={t('Nothing is sent there any more, and its log is gone.')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
      <Button isBusy={change.isPending} onClick={() => change.mutate(!active)}>
        {active ? t('Pause') : t('Start')}
      </Button>
      <DialogButton kind="primary" label={t('Send a sample')}>
        {(close) => <SampleForm id={id} onDone={close} />}
      </DialogButton>
    </>
  );
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <Facts>
      <Fact
        label={t('Events')}
        value={
          <span className="flex flex-wrap justify-end gap-1.5">
            {endpoint.events.map((event) => (
              <Badge key={event}>{event}</Badge>
            ))}
          </span>
        }
      />
      <Fact
        label={t('Signing secret')}
        value={
          <span className="flex items-center gap-3">
            <code>{endpoint.secret}</code>
            <RotateSecret id={endpoint.id} />
          </span>
        }
      />
      <Fact label={t('Created')} value={dateTime(endpoint.created_at)} />
    </Facts>
  );
}

export function Page({ id, search }: PageProps) {
  const setSearch = useSetSearch();
  const endpoint = useQuery(endpointQuery(id));
  const close = (): void => setSearch({ open: undefined });
  return (
    <Frame
      title={endpoint.data?.url ?? t('Endpoint')}
      description={endpoint.data?.description ?? ''}
      actions={endpoint.data && <Actions endpoint={endpoint.data} />}
    >
      <Panel title={t('Endpoint')} query={endpoint}>
        {(data) =>
          data === null ? (
            <EmptyState title={t('There is no such endpoint')} text={t('It may be deleted.')} />
          ) : (
            <About endpoint={data} />
          )
        }
      </Panel>
      <Card
        title={t('Delivery log')}
        action={<StateFilter search={search} states={['success', 'failed', 'retrying']} />}
      >
        <QueryTable
          label={t('Delivery log')}
          query={useInfiniteQuery(deliveryPages(id, search))}
          columns={columns()}
          idOf={(one) => one.id}
          onOpen={(one) => setSearch({ open: one.id })}
          empty={
            <EmptyState
              icon="bolt"
              title={t('No message yet')}
              text={t('Each message appears here with its attempts. Send a sample to try it.')}
            />
          }
        />
      </Card>
      <Dialog place="side" title={t('Message')} isOpen={search.open !== undefined} onClose={close}>
        {search.open !== undefined && <Delivery endpoint={id} id={search.open} />}
      </Dialog>
    </Frame>
  );
}
