import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { apiKeysQuery, apiRequestPages, apiRequestQuery } from '../../api/account-queries.ts';
import { dateTime, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Search } from '../../search.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Fact, Facts, TwoLines } from '../../ui/lines.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';

type Logged = Schemas['ApiRequest'];

const CLASSES = ['2xx', '3xx', '4xx', '5xx'];

function Status({ status }: Pick<Logged, 'status'>) {
  if (status === null) return <Badge tone="warn">{t('No answer')}</Badge>;
  return <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>;
}

/** The name of a key, and its last characters; a deleted one has neither. */
const keyOf = ({ api_key: { name, last_characters: end } }: Logged): string =>
  name === null ? t('A deleted key') : `${name} …${end ?? ''}`;

const columns = (): readonly Column<Logged>[] => [
  {
    id: 'request',
    heading: t('Request'),
    cell: ({ method, path, operation, at }) => (
      <span className="block max-md:max-w-[60vw]">
        <TwoLines
          title={`${method} ${path}`}
          text={
            <>
              <span className="max-md:hidden">{operation}</span>
              <span className="md:hidden">{dateTime(at)}</span>
            </>
          }
        />
      </span>
    ),
  },
  { id: 'status', heading: t('Answer'), cell: ({ status }) => <Status status={status} /> },
  {
    id: 'error',
    heading: t('Error'),
    isMinor: true,
    cell: ({ error_code: code }) => <span className="text-muted">{code}</span>,
  },
  {
    id: 'duration',
    heading: t('Duration'),
    isNumber: true,
    isMinor: true,
    cell: ({ duration_ms: ms }) => t('{ms} ms', { ms: whole(ms) }),
  },
  { id: 'key', heading: t('Key'), isMinor: true, cell: keyOf },
  {
    id: 'at',
    heading: t('Time'),
    isMinor: true,
    cell: ({ at }) => <span className="whitespace-nowrap text-muted">{dateTime(at)}</span>,
  },
];

function Filters({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  const { data: keys = [] } = useQuery(apiKeysQuery);
  return (
    <span className="flex flex-wrap gap-2">
      <FilterSelect
        label={t('Key')}
        value={search.key ?? ''}
        onChange={({ target }) => setSearch({ key: target.value })}
        options={[['', t('All keys')], ...keys.map(({ id, name }) => [id, name] as const)]}
      />
      <FilterSelect
        label={t('Answer')}
        value={search.status ?? ''}
        onChange={({ target }) => setSearch({ status: target.value })}
        options={[['', t('All answers')], ...CLASSES.map((one) => [one, one] as const)]}
      />
      <SearchField label={t('Operation')} value={search.q} onSearch={(q) => setSearch({ q })} />
    </span>
  );
}

function Details({ id }: { readonly id: string }) {
  return (
    <QueryState query={useQuery(apiRequestQuery(id))}>
      {(request) => (
        <>
          <Facts>
            <Fact label={t('Time')} value={dateTime(request.at)} />
            <Fact label={t('Request')} value={`${request.method} ${request.path}`} />
            <Fact label={t('Operation')} value={request.operation ?? '–'} />
            <Fact label={t('Answer')} value={<Status status={request.status} />} />
            <Fact label={t('Error')} value={request.error_code ?? '–'} />
            <Fact label={t('Duration')} value={t('{ms} ms', { ms: whole(request.duration_ms) })} />
            <Fact label={t('Key')} value={keyOf(request)} />
            <Fact label={t('Request id')} value={<code>{request.request_id}</code>} />
            {request.left_out > 0 && (
              <Fact label={t('Left out just before')} value={whole(request.left_out)} />
            )}
          </Facts>
          <p className="px-5 py-3 text-sm text-muted">
            {t('Bodies, headers, addresses, ids in paths and query values are not stored.')}
          </p>
        </>
      )}
    </QueryState>
  );
}

/** The last requests of programs that call by the account's keys. */
export function RequestLog({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  return (
    <>
      <Card title={t('Request log')} action={<Filters search={search} />}>
        <QueryTable
          label={t('Request log')}
          query={useInfiniteQuery(apiRequestPages(search))}
          columns={columns()}
          idOf={({ id }) => id}
          onOpen={({ id }) => setSearch({ open: id })}
          empty={
            <EmptyState
              icon="history"
              title={t('No request matches')}
              text={t('The last 1,000 requests with your keys appear here, for seven days.')}
            />
          }
        />
      </Card>
      <Dialog
        place="side"
        title={t('Request')}
        isOpen={search.open !== undefined}
        onClose={() => setSearch({ open: undefined })}
      >
        {search.open !== undefined && <Details id={search.open} />}
      </Dialog>
    </>
  );
}
