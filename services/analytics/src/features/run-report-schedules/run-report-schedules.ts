import { nextRun, periodBefore } from '../../domain/report-calendar.ts';
import { type Deps } from '../../deps.ts';
import { type ReportQuery } from '../../domain/report-query.ts';
import { jobOf } from '../../workflows/new-report-job.ts';
import { openReport } from '../../workflows/read-report.ts';
import { type ScheduleDocument } from '../../store/collections.ts';

type RunReportSchedulesDeps = Pick<
  Deps,
  'brandReports' | 'clock' | 'config' | 'figures' | 'names' | 'newId' | 'schedules' | 'transaction'
>;

const BATCH = 100;

/**
 * Creates the report of a due schedule and sets the schedule's next run in one commit, so that each period is
 * reported once however many instances run. Of several missed periods only the last is reported.
 */
async function createReport(
  deps: RunReportSchedulesDeps,
  schedule: ScheduleDocument,
): Promise<void> {
  const { _id, kind, affiliateId, campaignId, linkId, currency, format, frequency } = schedule;
  const now = deps.clock.now();
  const { start, end, from, to } = periodBefore(schedule, now);
  const query: ReportQuery = {
    kind,
    affiliateId,
    campaignId: campaignId ?? undefined,
    linkId: linkId ?? undefined,
    onlyAffiliateId: schedule.onlyAffiliateId ?? undefined,
    period: { start, end },
    currency,
  };
  const { rowCount } = await openReport(deps, query);
  await deps.transaction(async ({ schedules, reports }) => {
    if (!(await schedules.advance(schedule, nextRun(schedule, now)))) return;
    const scheduled = { schedule: { scheduleId: _id, frequency, from, to } };
    await reports.create({ ...jobOf(deps, query, { format, rowCount }), ...scheduled });
  });
}

/** Creates every report that is due. Several instances may run it at once. */
export const runReportSchedules = (deps: RunReportSchedulesDeps) => async (): Promise<void> => {
  for (;;) {
    const due = await deps.schedules.listDue(deps.clock.now(), BATCH);
    for (const schedule of due) await createReport(deps, schedule);
    if (due.length < BATCH) return;
  }
};
