import { type Readable } from 'node:stream';
import { reportReady } from '@tributary/contracts';
import { KIB } from '@tributary/units';
import { withLease } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { type TableRow } from '../../domain/report-table.ts';
import { type ReportSource } from '../../views/report-source.ts';
import { openReport } from '../../workflows/read-report.ts';
import { writeReport } from '../../views/report-file.ts';
import { type ReportJobDocument } from '../../store/collections.ts';

type WriteReportsDeps = Pick<
  Deps,
  | 'brandReports'
  | 'clock'
  | 'figures'
  | 'fonts'
  | 'links'
  | 'names'
  | 'reportFiles'
  | 'reports'
  | 'transaction'
>;

const PIECE_BYTES = 512 * KIB;
const PROGRESS_EVERY_ROWS = 1_000;

/** The process stops before the report is written. */
class ReportStoppedError extends Error {}

function requireRunning(signal: AbortSignal): void {
  if (signal.aborted) throw new ReportStoppedError('The report is left to another instance');
}

/** The lease ended, and another instance writes this report now. */
class ReportTakenError extends Error {}

/** Passes the rows on and saves the progress every thousand. */
async function* reporting(
  deps: WriteReportsDeps,
  job: ReportJobDocument,
  rows: AsyncIterable<TableRow>,
  signal: AbortSignal,
): AsyncGenerator<TableRow> {
  let done = 0;
  for await (const row of rows) {
    requireRunning(signal);
    yield row;
    done += 1;
    if (done % PROGRESS_EVERY_ROWS !== 0) continue;
    if (!(await deps.reports.progress(job, done, deps.clock.now()))) {
      throw new ReportTakenError(`Report ${job._id} was taken over`);
    }
  }
}

async function saveFile(
  deps: WriteReportsDeps,
  job: ReportJobDocument,
  file: Readable,
): Promise<void> {
  const { _id: reportId, attempts: attempt, expiresAt } = job;
  let gathered: Buffer[] = [];
  let size = 0;
  let index = 0;
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    const bytes = Buffer.concat(gathered);
    await deps.reportFiles.add({ reportId, attempt, index, bytes, expiresAt });
    gathered = [];
    size = 0;
    index += 1;
  };
  for await (const chunk of file as AsyncIterable<Buffer | string>) {
    const part = Buffer.from(chunk);
    gathered.push(part);
    size += part.length;
    if (size >= PIECE_BYTES) await flush();
  }
  await flush();
}

const finish = (deps: WriteReportsDeps, job: ReportJobDocument): Promise<void> =>
  deps.transaction(async ({ reports, outbox }) => {
    if (!(await reports.finish(job))) return;
    const { _id: reportId, affiliateId, kind, format, rowCount, expiresAt, schedule } = job;
    await outbox.add(
      reportReady({
        reportId,
        affiliateId,
        kind,
        format,
        rows: rowCount,
        downloadUrl: deps.links.urlOf(reportId, expiresAt),
        expiresAt: expiresAt.toISOString(),
        ...(schedule === undefined ? {} : { schedule }),
      }),
    );
  });

/**
 * Writes the oldest waiting report; false where there is none. A report whose writer failed is written again
 * when its lease has ended, at most three times; a report that a stop interrupts is due again at once.
 */
export const writeNextReport =
  (deps: WriteReportsDeps, renewEveryMs?: number) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const now = deps.clock.now();
    await deps.reports.abandon(now);
    const job = await deps.reports.claim(now);
    if (job === null) return false;
    const renewal = {
      leaseMs: deps.reports.leaseMs,
      // The database may sort a million rows for longer than a lease.
      renew: () => deps.reports.renew(job, deps.clock.now()),
      ...(renewEveryMs === undefined ? {} : { everyMs: renewEveryMs }),
    };
    try {
      // A lost lease shows when the progress is saved.
      await withLease(renewal, () => write(deps, job, signal));
    } catch (error) {
      if (!(error instanceof ReportStoppedError)) throw error;
      await deps.reports.release(job, deps.clock.now());
      return false;
    }
    await finish(deps, job);
    return true;
  };

async function write(
  deps: WriteReportsDeps,
  job: ReportJobDocument,
  signal: AbortSignal,
): Promise<void> {
  const opened = await openReport(deps, job);
  requireRunning(signal);
  const rows = () => reporting(deps, job, opened.rows(), signal);
  const source: ReportSource = { ...opened, rows };
  await deps.reportFiles.drop(job._id);
  await saveFile(deps, job, writeReport(source, job.format, deps.fonts));
}
