import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { reportPages } from '../../api/brand-queries.ts';
import { t } from '../../i18n/translate.ts';
import { useColumnChoice } from '../../table/column-choice.tsx';
import { QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { rangeOf } from '../../range.ts';
import { RangePicker } from '../range-picker.tsx';
import { affiliateColumns } from './report-columns.tsx';

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(reportPages('affiliates', rangeOf(search))),
];

export function Page({ search }: PageProps) {
  const range = rangeOf(search);
  const navigate = useNavigate();
  const { shown, choice } = useColumnChoice('affiliates', affiliateColumns());
  return (
    <Frame
      title={t('Affiliates')}
      actions={
        <>
          {choice}
          <RangePicker search={search} />
        </>
      }
    >
      <Card>
        <QueryTable
          label={t('Affiliates')}
          query={useInfiniteQuery(reportPages('affiliates', range))}
          columns={shown}
          idOf={({ affiliate_id: id }) => id ?? ''}
          onOpen={({ affiliate_id: id = '' }) =>
            void navigate({ to: '/affiliates/$id', params: { id }, search })
          }
          empty={
            <EmptyState
              icon="people"
              title={t('No affiliate was active in this range')}
              text={t('Those whose links are clicked appear here with what they bring.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
