import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReportKind, reportPages, schedulesQuery } from '../../api/affiliate-queries.ts';
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
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { RangePicker } from '../range-picker.tsx';
import { ReportSchedules } from '../report-schedules.tsx';
import { reportColumns, reportNames, subjectOf } from './report-columns.tsx';

const ScheduleForm = lazyForm(() => import('./schedule-form.tsx'));

const kindOf = ({ kind }: Search): ReportKind =>
  reportNames().find(([name]) => name === kind)?.[0] ?? 'campaign';

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(reportPages(kindOf(search), rangeOf(search))),
  queries.query(schedulesQuery),
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
      <RangePicker search={search} />
    </>
  );
}

function Downloads({ search }: { readonly search: Search }) {
  const kind = kindOf(search);
  const { start, end } = rangeOf(search);
  const download = useDownload(
    (format: FileFormat) => api.reports.export({ kind, format, start_date: start, end_date: end }),
    kind,
  );
  return <DownloadButtons formats={['csv', 'excel', 'pdf']} download={download} />;
}

export function Page({ search }: PageProps) {
  const kind = kindOf(search);
  return (
    <Frame
      title={t('Reports')}
      description={t('Where your earnings come from, as a table, a file or a mail.')}
      actions={<Filters search={search} />}
    >
      <Card
        title={reportNames().find(([name]) => name === kind)?.[1] ?? t('Report')}
        action={<Downloads search={search} />}
      >
        <QueryTable
          label={t('Report')}
          query={useInfiniteQuery(reportPages(kind, rangeOf(search)))}
          columns={reportColumns(kind)}
          idOf={(row) => `${subjectOf(kind, row).join()}${row.link_id ?? row.campaign_id ?? ''}`}
          empty={
            <EmptyState
              icon="chart"
              title={t('Nothing in this range')}
              text={t('Once your links are clicked, their figures appear here.')}
            />
          }
        />
      </Card>
      <ReportSchedules
        query={useQuery(schedulesQuery)}
        names={reportNames()}
        remove={(id, key) => api.reportSchedules.delete(id, key)}
        changes={['affiliate', 'schedules']}
        action={
          <DialogButton label={t('New schedule')}>
            {(close) => <ScheduleForm kind={kind} onDone={close} />}
          </DialogButton>
        }
      />
    </Frame>
  );
}
