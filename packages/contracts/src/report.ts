import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';

export const reportReady = defineEvent({
  type: 'report.ready.v1',
  topic: 'analytics.reports',
  key: (report) => report.reportId,
  data: z.object({
    reportId: id,
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
});
