import { type BrandReportKind } from './brand-report.ts';
import { type Period } from './period.ts';
import { type ReportKind } from './report.ts';

/** The selection of a report. */
export interface ReportQuery {
  readonly kind: ReportKind | BrandReportKind;
  /** The account whose report it is: an affiliate, or the brand of a brand's kind. */
  readonly affiliateId: string;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  /** Of a brand's report: the only affiliate that it covers. */
  readonly onlyAffiliateId?: string | undefined;
  readonly period: Period;
  readonly currency: string;
}
