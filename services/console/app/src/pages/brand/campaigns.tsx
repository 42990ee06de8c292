import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { campaignPages } from '../../api/brand-queries.ts';
import { date, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateFilter } from '../state-filter.tsx';
import { StateBadge } from '../state-badge.tsx';
import { sentenceOfTerms } from '../terms.ts';
import { campaignTypeWord } from '../words.ts';
import { type Schemas } from '@tributary/sdk';

type Campaign = Schemas['Campaign'];

export const load: Load = (queries, { search }) => [queries.infiniteQuery(campaignPages(search))];

const columns = (): readonly Column<Campaign>[] => [
  {
    id: 'name',
    heading: t('Campaign'),
    cell: ({ name, type }) => (
      <span>
        <span className="block font-medium">{name}</span>
        <span className="text-xs text-muted">{campaignTypeWord(type)}</span>
      </span>
    ),
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'terms',
    heading: t('Terms'),
    isMinor: true,
    cell: (campaign) => <span className="text-muted">{sentenceOfTerms(campaign)}</span>,
  },
  {
    id: 'spent',
    heading: t('Spent'),
    isNumber: true,
    cell: ({ budget, commission }) => money(budget.spent, commission.currency),
  },
  {
    id: 'created',
    heading: t('Created'),
    isMinor: true,
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted">{date(at)}</span>,
  },
];

const NewCampaign = () => (
  <Link to="/campaigns/new" className={buttonClass('primary')}>
    {t('New campaign')}
  </Link>
);

export function Page({ search }: PageProps) {
  const navigate = useNavigate();
  return (
    <Frame
      title={t('Campaigns')}
      actions={
        <>
          <StateFilter
            search={search}
            states={['draft', 'active', 'paused', 'completed', 'archived']}
          />
          <NewCampaign />
        </>
      }
    >
      <Card>
        <QueryTable
          label={t('Campaigns')}
          query={useInfiniteQuery(campaignPages(search))}
          columns={columns()}
          idOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/campaigns/$id', params: { id } })}
          empty={
            <EmptyState
              icon="campaign"
              title={t('No campaign yet')}
              text={t('A campaign states what you pay affiliates, and for what.')}
            >
              <NewCampaign />
            </EmptyState>
          }
        />
      </Card>
    </Frame>
  );
}
