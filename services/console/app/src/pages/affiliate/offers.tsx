import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { offerPages } from '../../api/affiliate-queries.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateFilter } from '../state-filter.tsx';
import { StateBadge } from '../state-badge.tsx';
import { sentenceOfTerms } from '../terms.ts';

type Offer = Schemas['Offer'];

export const load: Load = (queries, { search }) => [queries.infiniteQuery(offerPages(search))];

const columns = (): readonly Column<Offer>[] => [
  {
    id: 'name',
    heading: t('Campaign'),
    cell: ({ name, brand_name: brand }) => (
      <span>
        <span className="block font-medium">{name}</span>
        <span className="text-xs text-muted">{brand}</span>
      </span>
    ),
  },
  {
    id: 'terms',
    heading: t('Terms'),
    isMinor: true,
    cell: (offer) => <span className="text-muted">{sentenceOfTerms(offer)}</span>,
  },
  {
    id: 'membership',
    heading: t('State'),
    isNumber: true,
    cell: ({ membership }) => <StateBadge state={membership.status} />,
  },
];

export function Page({ search }: PageProps) {
  const navigate = useNavigate();
  return (
    <Frame
      title={t('Campaigns')}
      description={t('What you may promote, and what it pays.')}
      actions={
        <StateFilter
          search={search}
          states={['none', 'invited', 'pending', 'approved', 'rejected']}
        />
      }
    >
      <Card>
        <QueryTable
          label={t('Campaigns')}
          query={useInfiniteQuery(offerPages(search))}
          columns={columns()}
          idOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/campaigns/$id', params: { id } })}
          empty={
            <EmptyState
              icon="campaign"
              title={t('No campaign matches')}
              text={t('New campaigns of brands appear here.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
