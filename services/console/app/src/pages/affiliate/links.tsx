import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { joinedQuery, linkPages } from '../../api/affiliate-queries.ts';
import { date } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { LinkDetails } from './link-details.tsx';

const LinkForm = lazyForm(() => import('./link-form.tsx'));

export const load: Load = (queries) => [
  queries.infiniteQuery(linkPages),
  queries.query(joinedQuery),
];

const columns = (): readonly Column<Schemas['Link']>[] => [
  {
    id: 'url',
    heading: t('Link'),
    cell: ({ url, destination_url: to }) => (
      <span className="block max-w-md">
        <TwoLines title={url} text={to} />
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
    id: 'created',
    heading: t('Created'),
    isMinor: true,
    cell: ({ created_at: at }) => <span className="text-muted">{date(at)}</span>,
  },
  { id: 'copy', heading: t('Copy'), isNumber: true, cell: ({ url }) => <CopyButton text={url} /> },
];

function NewLink({ campaign }: { readonly campaign: string | undefined }) {
  const joined = useQuery(joinedQuery);
  return (
    <DialogButton kind="primary" label={t('Create a link')}>
      {(close) => (
        <QueryState query={joined}>
          {(offers) =>
            offers.length === 0 ? (
              <p className="p-5 text-sm text-muted">
                {t('Join a campaign first; then its pages can be linked here.')}
              </p>
            ) : (
              <LinkForm offers={offers} campaign={campaign} onDone={close} />
            )
          }
        </QueryState>
      )}
    </DialogButton>
  );
}

export function Page({ search }: PageProps) {
  const setSearch = useSetSearch();
  const close = (): void => setSearch({ open: undefined });
  return (
    <Frame
      title={t('Links')}
      description={t('Every order through them is yours. Open one for its figures and QR code.')}
      actions={<NewLink campaign={search.campaign} />}
    >
      <Card>
        <QueryTable
          label={t('Links')}
          query={useInfiniteQuery(linkPages)}
          columns={columns()}
          idOf={({ id }) => id}
          onOpen={({ id }) => setSearch({ open: id })}
          empty={
            <EmptyState
              icon="link"
              title={t('No link yet')}
              text={t('Join a campaign, then create your own link to it.')}
            />
          }
        />
      </Card>
      <Dialog place="side" title={t('Link')} isOpen={search.open !== undefined} onClose={close}>
        {search.open !== undefined && <LinkDetails id={search.open} search={search} />}
      </Dialog>
    </Frame>
  );
}
