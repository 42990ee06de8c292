import { reportReady } from '@tributary/contracts';
import { told, translation } from './translation.ts';

export const reportTranslations = [
  translation(reportReady, (report) => [
    told('analytics.report.ready', [report.affiliateId], {
      report_id: report.reportId,
      kind: report.kind,
      format: report.format,
      rows: report.rows,
      download_url: report.downloadUrl,
      expires_at: report.expiresAt,
    }),
  ]),
];
