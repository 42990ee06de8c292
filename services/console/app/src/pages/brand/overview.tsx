import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import {
  affiliateFigures,
  campaignNames,
  campaignPerformance,
  firstSteps,
  taskCounts,
} from '../../api/brand-queries.ts';
import { money, shortMoney } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { TimeChart } from '../../ui/chart.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel, QueryState } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { type Search } from '../../search.ts';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { changeOf, type Range, rangeOf } from '../../range.ts';
import { RangePicker } from '../range-picker.tsx';
import { TrafficStats } from '../traffic-stats.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Tasks } from './tasks.tsx';

export const load: Load = (queries, { search }) => {
  const range = rangeOf(search);
  return [
    queries.query(affiliateFigures(range)),
    queries.query(affiliateFigures(range.before)),
    queries.query(campaignNames),
    queries.query(taskCounts),
    queries.query(firstSteps),
  ];
};

const figuresOf = (totals: Schemas['BrandReportTotals']) => ({
  revenue: 0,
  conversions: 0,
  clicks: 0,
  epc: 0,
  commission: 0,
  rate: totals.conversion_rate ?? 0,
  ...totals,
});

function Figures({ range }: { readonly range: Range }) {
  const before = useQuery(affiliateFigures(range.before)).data?.totals;
  return (
    <QueryState query={useQuery(affiliateFigures(range))}>
      {({ totals, currency }) => {
        const { revenue, conversions, clicks, epc, commission, rate } = figuresOf(totals);
        return (
          <Stats>
            <Stat
              label={t('Revenue')}
              value={money(revenue, currency)}
              change={changeOf(revenue, before?.revenue)}
              hint={t('{amount} commission', { amount: money(commission, currency) })}
            />
            <TrafficStats
              metrics={{ conversions, clicks, conversion_rate: rate }}
              before={before}
            />
            <Stat
              label={t('Commission per click')}
              value={money(epc, currency)}
              change={changeOf(epc, before?.epc)}
            />
          </Stats>
        );
      }}
    </QueryState>
  );
}

/** The days of one campaign, which the address names; by default the newest. */
function CampaignChart({ range, search }: { readonly range: Range; readonly search: Search }) {
  const setSearch = useSetSearch();
  const names = useQuery(campaignNames);
  const id = search.campaign ?? names.data?.keys().next().value;
  const performance = useQuery({
    ...campaignPerformance(id ?? '', range),
    enabled: id !== undefined,
  });
  if (id === undefined) return null;
  return (
    <Panel
      title={t('Revenue by day')}
      query={performance}
      action={
        <FilterSelect
          label={t('Campaign')}
          value={id}
          onChange={({ target }) => setSearch({ campaign: target.value })}
          options={[...(names.data ?? [])]}
        />
      }
    >
      {({ series, currency }) => (
        <TimeChart
          title={t('Revenue by day')}
          days={series.map(({ period, revenue }) => ({ day: period, value: revenue }))}
          format={(value) => shortMoney(value, currency)}
        />
      )}
    </Panel>
  );
}

function TopAffiliates({ range }: { readonly range: Range }) {
  return (
    <Panel
      title={t('Best affiliates')}
      query={useQuery(affiliateFigures(range))}
      action={
        <Link to="/affiliates" className="text-sm font-medium text-accent">
          {t('All affiliates')}
        </Link>
      }
    >
      {({ rows, currency }) =>
        rows.length === 0 ? (
          <EmptyState
            icon="people"
            title={t('No affiliate brought anything yet')}
            text={t('Once clicks arrive, the best of them are listed here.')}
          />
        ) : (
          <ol className="divide-y divide-line">
            {rows.map(({ affiliate_id: id, affiliate_name: name, revenue = 0, clicks = 0 }) => (
              <li key={id} className="flex items-center justify-between gap-4 px-5 py-3 text-sm">
                <span className="truncate font-medium">{name ?? t('A deleted account')}</span>
                <span className="flex shrink-0 items-baseline gap-4 tabular-nums">
                  <span className="text-muted">
                    {t('{count, plural, one {# click} other {# clicks}}', { count: clicks })}
                  </span>
                  {money(revenue, currency)}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Panel>
  );
}

export function Page({ search }: PageProps) {
  const range = rangeOf(search);
  return (
    <Frame title={t('Overview')} actions={<RangePicker search={search} />}>
      <FirstSteps />
      <Figures range={range} />
      <CampaignChart range={range} search={search} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Tasks />
        <TopAffiliates range={range} />
      </div>
    </Frame>
  );
}
