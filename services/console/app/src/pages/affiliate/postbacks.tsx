import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { postbackPages } from '../../api/webhook-queries.ts';
import { whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

const PostbackForm = lazyForm(() => import('./postback-form.tsx'));

type Postback = Schemas['Postback'];

export const load: Load = (queries) => [queries.infiniteQuery(postbackPages)];

function Change({ postback: { id, url, active } }: { readonly postback: Postback }) {
  const change = useAction({
    run: (next: boolean) => api.postbacks.update(id, { active: next }),
    message: (_answer, next) => (next ? t('The postback is active') : t('The postback is paused')),
    changes: ['webhooks'],
  });
  const remove = useAction({
    run: (_input, key) => api.postbacks.delete(id, key),
    message: () => t('The postback was deleted'),
    changes: ['webhooks'],
  });
  return (
    <span className="flex justify-end gap-2">
      <Button
        isBusy={change.isPending}
        aria-label={active ? t('Pause {url}', { url }) : t('Start {url}', { url })}
        onClick={() => change.mutate(!active)}
      >
        {active ? t('Pause') : t('Start')}
      </Button>
      <ConfirmButton
        label={t('Delete')}
        description={t('Delete {url}', { url })}
        question={t('Nothing is sent there any more.')}
        isBusy={remove.isPending}
        onConfirm={(onSuccess) => remove.mutate(undefined, { onSuccess })}
      />
    </span>
  );
}

const columns = (): readonly Column<Postback>[] => [
  {
    id: 'url',
    heading: t('Address'),
    cell: ({ url, method, events }) => (
      <span className="block max-w-sm">
        <TwoLines title={url} text={`${method} · ${events.join(', ')}`} />
      </span>
    ),
  },
  {
    id: 'state',
    heading: t('State'),
    isMinor: true,
    cell: ({ active }) => <StateBadge state={active ? 'active' : 'paused'} />,
  },
  {
    id: 'sent',
    heading: t('Delivered'),
    isNumber: true,
    isMinor: true,
    cell: ({ success_count: count }) => whole(count),
  },
  {
    id: 'failed',
    heading: t('Failed'),
    isNumber: true,
    isMinor: true,
    cell: ({ failure_count: count }) => (
      <span className={count > 0 ? 'text-bad' : ''}>{whole(count)}</span>
    ),
  },
  {
    id: 'change',
    heading: t('Change'),
    isNumber: true,
    cell: (postback) => <Change postback={postback} />,
  },
];

const NewPostback = () => (
  <DialogButton kind="primary" label={t('New postback')}>
    {(close) => <PostbackForm onDone={close} />}
  </DialogButton>
);

export function Page() {
  return (
    <Frame
      title={t('Postbacks')}
      description={t('Your tracker learns of each conversion at once.')}
      actions={<NewPostback />}
    >
      <Card>
        <QueryTable
          label={t('Postbacks')}
          query={useInfiniteQuery(postbackPages)}
          columns={columns()}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="bolt"
              title={t('No postback yet')}
              text={t('An address of your tracker is called with the click’s id and the amount.')}
            >
              <NewPostback />
            </EmptyState>
          }
        />
      </Card>
    </Frame>
  );
}
