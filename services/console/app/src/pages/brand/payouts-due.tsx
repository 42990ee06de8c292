import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { owedQuery, reportPages } from '../../api/brand-queries.ts';
import { money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { dueColumns } from './report-columns.tsx';

export const load: Load = (queries) => [
  queries.query(owedQuery),
  queries.infiniteQuery(reportPages('payouts_due')),
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
          columns={dueColumns()}
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
