import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type BrandReportKind,
  campaignNames,
  reportPages,
  reportQuery,
} from '../../api/brand-queries.ts';
import { api } from '../../api/client.ts';
import { useDownload } from '../../api/download.ts';
import { t } from '../../i18n/translate.ts';
import { rangeOf } from '../../range.ts';
import { type Search } from '../../search.ts';
import { QueryTable } from '../../table/query-table.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { DownloadButtons, type FileFormat } from '../../ui/download-buttons.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { RangePicker } from '../range-picker.tsx';
import { ReportSchedules } from '../report-schedules.tsx';
import { CampaignFilter } from './campaign-filter.tsx';
import { reportColumns, reportNames } from './report-columns.tsx';

const ScheduleForm = lazyForm(() => import('./schedule-form.tsx'));

const schedulesQuery = queryOptions({
  queryKey: ['brand', 'schedules'],
  queryFn: async ({ signal }) => (await api.brandReportSchedules.list({ signal })).schedules,
});

const kindOf = ({ kind }: Search): BrandReportKind =>
  reportNames().find(([name]) => name === kind)?.[0] ?? 'conversions';

/** The selection of an address; what is due has no period. */
const selectionOf = (search: Search) => {
  const kind = kindOf(search);
  const { campaign } = search;
  return {
    kind,
    period: kind === 'payouts_due' ? undefined : rangeOf(search),
    ...(campaign !== undefined && { campaign }),
  };
};

const pagesOf = (search: Search) => {
  const { kind, period, campaign } = selectionOf(search);
  return reportPages(kind, period, campaign);
};

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(pagesOf(search)),
  queries.query(schedulesQuery),
  queries.query(campaignNames),
];

function Filters({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  return (
    <>
      <FilterSelect
        label={t('Report')}
        value={kindOf(search)}
        onChange={({ target }) => setSearch({ kind: target.value })}
        options={reportNames()}
      />
      <CampaignFilter search={search} />
      {kindOf(search) !== 'payouts_due' && <RangePicker search={search} />}
    </>
  );
}

/** The sums of all rows, in the columns that are numbers. */
function Totals({ search }: { readonly search: Search }) {
  const { data } = useInfiniteQuery(pagesOf(search));
  const totals = data?.pages[0]?.totals;
  if (totals === undefined) return null;
  const numbers = reportColumns(kindOf(search)).filter(({ isNumber }) => isNumber === true);
  return (
    <Stats columns={numbers.length === 3 || numbers.length === 6 ? numbers.length : 4}>
      {numbers.map(({ id, heading, cell }) => (
        <Stat key={id} label={heading} value={cell(totals)} />
      ))}
    </Stats>
  );
}

function Downloads({ search }: { readonly search: Search }) {
  const { kind, period, campaign } = selectionOf(search);
  const download = useDownload(
    (format: FileFormat) =>
      api.brandReports.export({ ...reportQuery(kind, period, campaign), format }),
    kind,
  );
  return <DownloadButtons formats={['csv', 'excel', 'pdf']} download={download} />;
}

export function Page({ search }: PageProps) {
  const kind = kindOf(search);
  return (
    <Frame
      title={t('Reports')}
      description={t('All figures of a period, as a table, a file or a mail.')}
      actions={<Filters search={search} />}
    >
      <Totals search={search} />
      <Card
        title={reportNames().find(([name]) => name === kind)?.[1] ?? t('Report')}
        action={<Downloads search={search} />}
      >
        <QueryTable
          label={t('Report')}
          query={useInfiniteQuery(pagesOf(search))}
          columns={reportColumns(kind)}
          idOf={(row) => row.commission_id ?? row.conversion_id ?? row.affiliate_id ?? ''}
          empty={
            <EmptyState
              icon="chart"
              title={t('Nothing in this range')}
              text={t('Choose a longer range or another campaign.')}
            />
          }
        />
      </Card>
      <ReportSchedules
        query={useQuery(schedulesQuery)}
        names={reportNames()}
        remove={(id, key) => api.brandReportSchedules.delete(id, key)}
        changes={['brand', 'schedules']}
        action={
          <DialogButton label={t('New schedule')}>
            {(close) => <ScheduleForm kind={kind} onDone={close} />}
          </DialogButton>
        }
      />
    </Frame>
  );
}
