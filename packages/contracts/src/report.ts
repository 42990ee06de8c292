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
    /** Of one that came by itself; its days are those of the schedule's time zone, both included. */
    schedule: z
      .object({
        scheduleId: id,
        frequency: z.enum(['daily', 'weekly', 'monthly']),
        from: z.iso.date(),
        to: z.iso.date(),
      })
      .optional(),
  }),
  description: 'A report that was asked for is written and can be fetched.',
});
