import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type ReportQuery } from '../domain/report-query.ts';
import { type ExportFormat } from '../domain/report-table.ts';
import { type ReportJobDocument } from '../store/collections.ts';

/** A report to be written in the background. */
export function jobOf(
  deps: Pick<Deps, 'clock' | 'newId' | 'config'>,
  query: ReportQuery,
  about: { format: ExportFormat; rowCount: number },
): ReportJobDocument {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + deps.config.REPORT_KEPT_DAYS * DAY_MS);
  return {
    ...query,
    ...about,
    _id: deps.newId(),
    status: 'queued',
    rowsDone: 0,
    attempts: 0,
    leasedUntil: now,
    createdAt: now,
    expiresAt,
  };
}
