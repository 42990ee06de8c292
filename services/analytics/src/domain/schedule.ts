import { type ReportQuery } from './report-query.ts';
import { type ExportFormat } from './report-table.ts';

export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** A report that is created regularly. */
export interface ReportSchedule extends Pick<ReportQuery, 'affiliateId' | 'kind'> {
  readonly format: ExportFormat;
  readonly frequency: Frequency;
  readonly timezone: string;
  /** Hour of the local day. */
  readonly hour: number;
  readonly currency: string;
  readonly campaignId: string | null;
  readonly linkId: string | null;
  /** Of a brand's report; absent from schedules stored before the field existed. */
  readonly onlyAffiliateId?: string | null;
  /** When it is due. */
  readonly nextAt: Date;
  readonly createdAt: Date;
}

/** Schedules of one affiliate, so that nobody can fill the database. */
export const SCHEDULES_AT_MOST = 20;
