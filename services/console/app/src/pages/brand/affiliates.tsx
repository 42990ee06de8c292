import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { reportPages } from '../../api/brand-queries.ts';
import { money, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { rangeOf } from '../../range.ts';
import { RangePicker } from '../range-picker.tsx';

type Row = Schemas['BrandReportRow'];

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(reportPages('affiliates', rangeOf(search))),
];

const columns = (): readonly Column<Row>[] => [
  {
    id: 'name',
    heading: t('Affiliate'),
    cell: (row) => (
      <span className="font-medium">{row.affiliate_name ?? t('A deleted account')}</span>
    ),
  },
  { id: 'clicks', heading: t('Clicks'), isNumber: true, cell: (row) => whole(row.clicks ?? 0) },
  {
    id: 'conversions',
    heading: t('Conversions'),
    isNumber: true,
    isMinor: true,
    cell: (row) => whole(row.conversions ?? 0),
  },
  {
    id: 'rate',
    heading: t('Conversion rate'),
    isNumber: true,
    isMinor: true,
    cell: (row) => percent((row.conversion_rate ?? 0) * 100),
  },
  {
    id: 'epc',
    heading: t('Per click'),
    isNumber: true,
    isMinor: true,
    cell: (row) => money(row.epc ?? 0, 'USD'),
  },
  {
    id: 'commission',
    heading: t('Commission'),
    isNumber: true,
    isMinor: true,
    cell: (row) => money(row.commission ?? 0, 'USD'),
  },
  {
    id: 'revenue',
    heading: t('Revenue'),
    isNumber: true,
    cell: (row) => money(row.revenue ?? 0, 'USD'),
  },
];

export function Page({ search }: PageProps) {
  const range = rangeOf(search);
  return (
    <Frame title={t('Affiliates')} actions={<RangePicker search={search} />}>
      <Card>
        <QueryTable
          label={t('Affiliates')}
          query={useInfiniteQuery(reportPages('affiliates', range))}
          columns={columns()}
          idOf={({ affiliate_id: id }) => id ?? ''}
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
