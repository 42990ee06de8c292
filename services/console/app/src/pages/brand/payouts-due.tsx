import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { owedQuery, reportPages } from '../../api/brand-queries.ts';
import { money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';

type Row = Schemas['BrandReportRow'];
type Sum = 'due' | 'on_hold' | 'owed_back' | 'paid';

export const load: Load = (queries) => [
  queries.query(owedQuery),
  queries.infiniteQuery(reportPages('payouts_due')),
];

const amount = (id: Sum, heading: string, isMinor = false): Column<Row> => ({
  id,
  heading,
  isNumber: true,
  isMinor,
  cell: (row) => money(row[id] ?? 0, 'USD'),
});

const columns = (): readonly Column<Row>[] => [
  {
    id: 'name',
    heading: t('Affiliate'),
    cell: (row) => (
      <span className="font-medium">{row.affiliate_name ?? t('A deleted account')}</span>
    ),
  },
  amount('on_hold', t('On hold'), true),
  amount('owed_back', t('Owed back'), true),
  amount('paid', t('Paid'), true),
  amount('due', t('Due')),
];

export function Page(_props: PageProps) {
  return (
    <Frame
      title={t('Payouts due')}
      description={t(
        'What you owe each affiliate. The platform pays on the dates that they chose.',
      )}
    >
      <Stats>
        <QueryState query={useQuery(owedQuery)}>
          {({
            totals: { due = 0, on_hold: held = 0, paid = 0, owed_back: back = 0 },
            currency,
          }) => (
            <>
              <Stat label={t('Due')} value={money(due, currency)} hint={t('Payable now')} />
              <Stat
                label={t('On hold')}
                value={money(held, currency)}
                hint={t('Until returns are over')}
              />
              <Stat
                label={t('Owed back')}
                value={money(back, currency)}
                hint={t('After refunds')}
              />
              <Stat
                label={t('Paid')}
                value={money(paid, currency)}
                hint={t('Since the beginning')}
              />
            </>
          )}
        </QueryState>
      </Stats>
      <Card title={t('By affiliate')}>
        <QueryTable
          label={t('Payouts due')}
          query={useInfiniteQuery(reportPages('payouts_due'))}
          columns={columns()}
          idOf={({ affiliate_id: id }) => id ?? ''}
          empty={
            <EmptyState
              icon="bank"
              title={t('You owe nothing')}
              text={t('Approved commissions appear here until they are paid.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
