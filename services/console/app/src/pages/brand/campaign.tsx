import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { campaignPerformance, campaignQuery } from '../../api/brand-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { shortMoney } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { TimeChart } from '../../ui/chart.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel, QueryState } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { type Range, rangeOf } from '../../range.ts';
import { RangePicker } from '../range-picker.tsx';
import { StateBadge } from '../state-badge.tsx';
import { sentenceOfTerms } from '../terms.ts';
import { CampaignCaps } from './campaign-caps.tsx';
import { CampaignCreatives } from './campaign-creatives.tsx';
import { CampaignTiers } from './campaign-tiers.tsx';
import { FigureStats } from './figure-stats.tsx';

/** Loaded after the figures. */
const CampaignAttribution = lazy(async () => ({
  default: (await import('./campaign-attribution.tsx')).CampaignAttribution,
}));
const CampaignInvitations = lazy(async () => ({
  default: (await import('./campaign-invitations.tsx')).CampaignInvitations,
}));

export const load: Load = (queries, { id, search }) => [
  queries.query(campaignQuery(id)),
  queries.query(campaignPerformance(id, rangeOf(search))),
];

/** Starts or pauses a campaign. */
function StateButton({ campaign }: { readonly campaign: Schemas['Campaign'] }) {
  const next = campaign.status === 'active' ? 'paused' : 'active';
  const change = useAction({
    run: () => api.campaigns.update(campaign.id, { status: next }),
    message: () => (next === 'active' ? t('The campaign runs') : t('The campaign is paused')),
    changes: ['brand'],
  });
  if (!['active', 'paused', 'draft'].includes(campaign.status)) return null;
  return (
    <Button isBusy={change.isPending} onClick={() => change.mutate()}>
      {next === 'active' ? t('Start') : t('Pause')}
    </Button>
  );
}

function Figures({ id, range }: { readonly id: string; readonly range: Range }) {
  return (
    <QueryState query={useQuery(campaignPerformance(id, range))}>
      {({ metrics, previous_period: { metrics: before }, currency }) => (
        <FigureStats metrics={metrics} before={before} currency={currency} />
      )}
    </QueryState>
  );
}

export function Page({ id, search }: PageProps) {
  const campaign = useQuery(campaignQuery(id));
  const range = rangeOf(search);
  const performance = useQuery(campaignPerformance(id, range));
  return (
    <Frame
      title={campaign.data?.name ?? t('Campaign')}
      description={campaign.data === undefined ? '' : sentenceOfTerms(campaign.data)}
      actions={
        <>
          {campaign.data !== undefined && <StateBadge state={campaign.data.status} />}
          <RangePicker search={search} />
          {campaign.data !== undefined && <StateButton campaign={campaign.data} />}
        </>
      }
    >
      <Figures id={id} range={range} />
      <Panel title={t('Revenue by day')} query={performance}>
        {({ series, currency }) => (
          <TimeChart
            title={t('Revenue by day')}
            days={series.map(({ period, revenue }) => ({ day: period, value: revenue }))}
            format={(value) => shortMoney(value, currency)}
          />
        )}
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <QueryState query={campaign}>{(data) => <CampaignCaps campaign={data} />}</QueryState>
        <CampaignTiers campaign={id} />
        <CampaignCreatives campaign={id} />
        <Suspense fallback={<Skeleton />}>
          <QueryState query={campaign}>
            {(data) => <CampaignInvitations campaign={data} />}
          </QueryState>
        </Suspense>
      </div>
      <Suspense fallback={<Skeleton />}>
        <CampaignAttribution campaign={id} range={range} />
      </Suspense>
    </Frame>
  );
}
