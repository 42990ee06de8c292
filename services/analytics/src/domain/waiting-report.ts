import { conflict } from '@tributary/errors';
import { type ExportFormat, type ReportQuery } from './report-table.ts';

/** Waiting reports of one affiliate; more would delay those of all others. */
export const WAITING_AT_MOST = 10;

interface Wanted extends ReportQuery {
  readonly format: ExportFormat;
}

const keyOf = ({ kind, format, campaignId, linkId, currency, period }: Wanted): string =>
  JSON.stringify([kind, format, campaignId, linkId, currency, period.start, period.end]);

/**
 * The waiting report with the same content, so that a repeated request creates no second one.
 * @throws conflict `too_many_reports` where as many wait as may
 */
export function findWaiting<Report extends Wanted>(
  waiting: readonly Report[],
  wanted: Wanted,
): Report | undefined {
  const same = waiting.find((report) => keyOf(report) === keyOf(wanted));
  if (same === undefined && waiting.length >= WAITING_AT_MOST) {
    throw conflict('too_many_reports', {
      message: `At most ${String(WAITING_AT_MOST)} reports wait to be written: come back when some are ready`,
    });
  }
  return same;
}
