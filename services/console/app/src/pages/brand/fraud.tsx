import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Named } from '../../api/affiliate-names.ts';
import { campaignNames, conversionPages } from '../../api/brand-queries.ts';
import { fraudAnalysis, fraudHoldPages, fraudSettings } from '../../api/fraud-queries.ts';
import { dateTime, money, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Range, rangeOf } from '../../range.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Line, Lines, TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, Panel, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { RangePicker } from '../range-picker.tsx';
import { affiliateColumn } from './affiliate-column.tsx';
import { Explanation } from './explanation.tsx';
import { FraudHolds } from './fraud-holds.tsx';
import { FraudThreshold } from './fraud-threshold.tsx';
import { ScoreBadge } from './score-badge.tsx';

type Conversion = Named<Schemas['Conversion']>;

/** The cases are the conversions that wait for a person. */
const casePages = conversionPages({ status: 'pending', review: true });

export const load: Load = (queries, { search }) => [
  queries.query(fraudAnalysis(rangeOf(search))),
  queries.infiniteQuery(casePages),
  queries.infiniteQuery(fraudHoldPages),
  queries.query(fraudSettings),
  queries.query(campaignNames),
];

const columns = (names: ReadonlyMap<string, string> | undefined): readonly Column<Conversion>[] => [
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, converted_at: at }) => <TwoLines title={order} text={dateTime(at)} />,
  },
  affiliateColumn(),
  {
    id: 'campaign',
    heading: t('Campaign'),
    isMinor: true,
    cell: ({ campaign_id: id }) => names?.get(id) ?? '',
  },
  {
    id: 'score',
    heading: t('Suspicion'),
    cell: ({ fraud_score: score }) => <ScoreBadge score={score} />,
  },
  {
    id: 'commission',
    heading: t('Commission'),
    isNumber: true,
    isMinor: true,
    cell: ({ commission_amount: amount, currency }) => money(amount, currency),
  },
  {
    id: 'amount',
    heading: t('Order value'),
    isNumber: true,
    cell: ({ order_amount: amount, currency }) => money(amount, currency),
  },
];

function Cases({ open }: { readonly open: string | undefined }) {
  const setSearch = useSetSearch();
  const { data: names } = useQuery(campaignNames);
  const close = (): void => setSearch({ open: undefined });
  return (
    <Card title={t('Cases to decide')}>
      <QueryTable
        label={t('Cases to decide')}
        query={useInfiniteQuery(casePages)}
        columns={columns(names)}
        idOf={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        empty={
          <EmptyState
            icon="check"
            title={t('Nothing suspicious waits')}
            text={t('Orders above the threshold stop here until you decide.')}
          />
        }
      />
      <Dialog
        place="side"
        title={t('Why this conversion')}
        isOpen={open !== undefined}
        onClose={close}
      >
        {open !== undefined && <Explanation id={open} onDecided={close} />}
      </Dialog>
    </Card>
  );
}

function Figures({ range }: { readonly range: Range }) {
  const settings = useQuery(fraudSettings).data;
  return (
    <QueryState query={useQuery(fraudAnalysis(range))}>
      {(analysis) => (
        <Stats>
          <Stat
            label={t('Average suspicion')}
            value={percent(analysis.average_fraud_score)}
            hint={t('0% is clean')}
          />
          <Stat
            label={t('Highly suspicious')}
            value={whole(analysis.high_risk_conversions)}
            hint={t('orders in this range')}
          />
          <Stat
            label={t('Affiliates that stand out')}
            value={whole(analysis.suspicious_affiliates.length)}
          />
          <Stat
            label={t('Threshold')}
            value={settings === undefined ? '' : percent(settings.review_threshold * 100)}
            hint={t('From it on, a person decides.')}
          />
        </Stats>
      )}
    </QueryState>
  );
}

function Patterns({ range }: { readonly range: Range }) {
  return (
    <Panel title={t('What was found')} query={useQuery(fraudAnalysis(range))}>
      {({ fraud_patterns: patterns, recommendations }) => (
        <>
          <Lines>
            {patterns.map(({ pattern, count, description }) => (
              <Line key={pattern} title={description}>
                <span className="font-medium">{whole(count)}</span>
              </Line>
            ))}
          </Lines>
          <ul className="flex flex-col gap-2 border-t border-line p-5 text-sm text-muted first:border-0">
            {recommendations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

export function Page({ search }: PageProps) {
  const range = rangeOf(search);
  return (
    <Frame
      title={t('Fraud')}
      description={t('What looks wrong, why, and what you decide about it.')}
      actions={<RangePicker search={search} />}
    >
      <Figures range={range} />
      <Cases open={search.open} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Patterns range={range} />
        <FraudThreshold />
      </div>
      <FraudHolds />
    </Frame>
  );
}
