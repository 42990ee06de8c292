import { nextRun, periodBefore } from '../../domain/report-calendar.ts';
import { type Deps } from '../../deps.ts';
import { type ReportQuery } from '../../domain/report-table.ts';
import { jobOf } from '../../workflows/new-report-job.ts';
import { openReport } from '../../workflows/read-report.ts';
import { type ScheduleDocument } from '../../store/collections.ts';

type RunReportSchedulesDeps = Pick<
  Deps,
  'clock' | 'config' | 'figures' | 'names' | 'newId' | 'schedules' | 'transaction'
>;

const AT_ONCE = 100;

/**
 * Orders the report of a schedule that is due and moves it on, in one commit: so it comes once for its
 * period on every instance. Of missed periods the last one alone is reported.
 */
async function order(deps: RunReportSchedulesDeps, schedule: ScheduleDocument): Promise<void> {
  const { _id, kind, affiliateId, campaignId, linkId, currency, format, frequency } = schedule;
  const now = deps.clock.now();
  const { start, end, from, to } = periodBefore(schedule, now);
  const query: ReportQuery = {
    kind,
    affiliateId,
    campaignId: campaignId ?? undefined,
    linkId: linkId ?? undefined,
    period: { start, end },
    currency,
  };
  const { rowCount } = await openReport(deps, query);
  await deps.transaction(async ({ schedules, reports }) => {
    if (!(await schedules.advance(schedule, nextRun(schedule, now)))) return;
    const came = { schedule: { scheduleId: _id, frequency, from, to } };
    await reports.create({ ...jobOf(deps, query, { format, rowCount }), ...came });
  });
}

/** Orders every report that is due. Safe to be run by several at once. */
export const runReportSchedules = (deps: RunReportSchedulesDeps) => async (): Promise<void> => {
  for (;;) {
    const due = await deps.schedules.listDue(deps.clock.now(), AT_ONCE);
    for (const schedule of due) await order(deps, schedule);
    if (due.length < AT_ONCE) return;
  }
};
