import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { joinedQuery } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { useDownload } from '../../api/download.ts';
import { t } from '../../i18n/translate.ts';
import { type Search } from '../../search.ts';
import { PagedItems } from '../../table/paged-items.tsx';
import { countedRows, pagesQuery } from '../../table/use-rows.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';

type Creative = Schemas['Creative'];

/** The creatives of a campaign, the newest first. */
const creativePages = (campaign: string) =>
  pagesQuery(['affiliate', 'creatives', campaign], async (page, signal) => {
    const { creatives, pagination } = await api.offerCreatives.list(campaign, { page }, { signal });
    return countedRows(creatives, pagination);
  });

export const load: Load = (queries, { search: { campaign } }) => [
  queries.query(joinedQuery),
  ...(campaign === undefined ? [] : [queries.infiniteQuery(creativePages(campaign))]),
];

const sizeOf = ({ width, height, format }: Creative): string =>
  width === null || height === null ? format.toUpperCase() : `${width} × ${height}`;

function Picture({ creative }: { readonly creative: Creative }) {
  if (creative.kind !== 'image')
    return <span className="text-2xl font-semibold text-muted uppercase">{creative.format}</span>;
  return (
    <img
      src={creative.url}
      alt={creative.name}
      loading="lazy"
      className="max-h-full max-w-full object-contain"
    />
  );
}

function Tile({ creative }: { readonly creative: Creative }) {
  const download = useDownload((id: string) => api.creatives.getFile(id), creative.name);
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line">
      <div className="grid h-40 place-items-center bg-sunken p-3">
        <Picture creative={creative} />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4 text-sm">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 font-medium break-words">{creative.name}</span>
          <Badge>{sizeOf(creative)}</Badge>
        </span>
        <span className="mt-auto flex flex-wrap gap-2">
          <Button
            isBusy={download.isPending}
            aria-label={t('Download {name}', { name: creative.name })}
            onClick={() => download.mutate(creative.id)}
          >
            {t('Download')}
          </Button>
          <CopyButton text={new URL(creative.url, window.location.href).href} />
        </span>
      </div>
    </li>
  );
}

function Creatives({ campaign }: { readonly campaign: string }) {
  return (
    <Card>
      <PagedItems
        query={useInfiniteQuery(creativePages(campaign))}
        empty={
          <EmptyState
            icon="image"
            title={t('The brand offers no pictures')}
            text={t('Your links work without them.')}
          />
        }
      >
        {(creatives) => (
          <ul className="grid gap-4 p-5 sm:grid-cols-2 lg:grid-cols-3">
            {creatives.map((creative) => (
              <Tile key={creative.id} creative={creative} />
            ))}
          </ul>
        )}
      </PagedItems>
    </Card>
  );
}

function Choice({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  const { data: offers = [] } = useQuery(joinedQuery);
  if (offers.length === 0) return null;
  return (
    <FilterSelect
      label={t('Campaign')}
      value={search.campaign ?? offers[0]?.id ?? ''}
      onChange={({ target }) => setSearch({ campaign: target.value })}
      options={offers.map(({ id, name }) => [id, name])}
    />
  );
}

export function Page({ search }: PageProps) {
  const joined = useQuery(joinedQuery);
  const campaign = search.campaign ?? joined.data?.[0]?.id;
  return (
    <Frame
      title={t('Creatives')}
      description={t('Banners and texts of the brands whose campaigns you promote.')}
      actions={<Choice search={search} />}
    >
      {campaign !== undefined && <Creatives campaign={campaign} />}
      {campaign === undefined && (
        <Card>
          <QueryState query={joined}>
            {() => (
              <EmptyState
                icon="image"
                title={t('No campaign yet')}
                text={t('Join a campaign; its banners and texts appear here.')}
              />
            )}
          </QueryState>
        </Card>
      )}
    </Frame>
  );
}
