import { type Readable } from 'node:stream';
import { reportReady } from '@tributary/contracts';
import { KIB } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type TableRow } from '../../domain/report-table.ts';
import { openReport, type ReportSource } from '../../exports/report-source.ts';
import { writeReport } from '../../exports/write-report.ts';
import { type ReportJobDoc } from '../../store/report-job-store.ts';

const PIECE_BYTES = 512 * KIB;
const PROGRESS_EVERY_ROWS = 1_000;
/** A third of a lease, which would otherwise end while the database sorts a million rows. */
const RENEW_EVERY_MS = 20_000;

/** Somebody else writes this report now: its lease ran out here. */
class ReportTakenError extends Error {}

/** The rows, with a word every thousand of how far they are. */
async function* reporting(
  deps: Deps,
  job: ReportJobDoc,
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<TableRow> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % PROGRESS_EVERY_ROWS !== 0) continue;
    if (!(await deps.reports.progress(job, done, deps.clock.now()))) {
      throw new ReportTakenError(`Report ${job._id} was taken over`);
    }
  }
}

/** Does what takes long without a row. A lease that is lost all the same is noticed at the next rows. */
async function whileLeased(
  { reports, clock }: Deps,
  { job, everyMs }: { job: ReportJobDoc; everyMs: number },
  work: () => Promise<void>,
): Promise<void> {
  const renew = (): void => {
    // One that fails is made up by the next.
    reports.renew(job, clock.now()).catch(() => {});
  };
  const timer = setInterval(renew, everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

async function keep(deps: Deps, job: ReportJobDoc, file: Readable): Promise<void> {
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

const finish = (deps: Deps, job: ReportJobDoc): Promise<void> =>
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
 * Writes the oldest report that waits; false where there is none. One that breaks off is begun anew
 * once its lease has ended, three times at most.
 */
export const writeNextReport =
  (deps: Deps, renewEveryMs = RENEW_EVERY_MS) =>
  async (): Promise<boolean> => {
    const now = deps.clock.now();
    await deps.reports.abandon(now);
    const job = await deps.reports.claim(now);
    if (job === null) return false;
    await whileLeased(deps, { job, everyMs: renewEveryMs }, async () => {
      const opened = await openReport(deps, job);
      const source: ReportSource = { ...opened, rows: () => reporting(deps, job, opened.rows()) };
      await deps.reportFiles.drop(job._id);
      await keep(deps, job, writeReport(source, job.format, deps.fonts));
    });
    await finish(deps, job);
    return true;
  };
