import { conflict } from '@tributary/errors';
import { type ReportQuery } from './report-query.ts';
import { type ExportFormat } from './report-table.ts';

/** Waiting reports of one account; more would delay those of all others. */
export const WAITING_AT_MOST = 10;

interface Wanted extends ReportQuery {
  readonly format: ExportFormat;
}

const keyOf = ({ kind, format, currency, period, ...filters }: Wanted): string => {
  const { campaignId, linkId, onlyAffiliateId } = filters;
  const what = [kind, format, campaignId, linkId, onlyAffiliateId];
  return JSON.stringify([...what, currency, period.start, period.end]);
};

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
