import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

export const reportReady = defineEvent({
  type: 'report.ready.v1',
  topic: 'analytics.reports',
  key: (report) => report.reportId,
  data: z.object({
    reportId: id,
    /** The account whose report it is: an affiliate, or a brand. */
    affiliateId: id,
    kind: z.string(),
    format: z.enum(['csv', 'pdf', 'excel']),
    rows: z.int(),
    /** Opens the file without signing in, until it expires. */
    downloadUrl: z.string(),
    expiresAt: instant,
    /** Set for a scheduled report; its days are in the schedule’s time zone, both included. */
    schedule: z
      .object({
        scheduleId: id,
        frequency: z.enum(['daily', 'weekly', 'monthly']),
        from: z.iso.date(),
        to: z.iso.date(),
      })
      .optional(),
  }),
  description: 'A requested report is ready to download.',
  sample: {
    reportId: '01975b3c-7c00-7000-8000-000000001001',
    affiliateId: sampleIds.affiliateId,
    kind: 'campaign',
    format: 'pdf',
    rows: 42,
    downloadUrl: 'https://api.example.com/api/affiliate-reports/exports/file',
    expiresAt: SAMPLE_TIME,
  },
  publicEvents: [
    {
      name: 'analytics.report.ready',
      category: 'Analytics',
      place: 1,
      description: 'A requested report can be downloaded.',
      messages: (report) => [
        messageTo([report.affiliateId], {
          report_id: report.reportId,
          kind: report.kind,
          format: report.format,
          rows: report.rows,
          download_url: report.downloadUrl,
          expires_at: report.expiresAt,
        }),
      ],
    },
  ],
});
