import {
  apiLimitNeared,
  apiLimitReached,
  conversionsPassed,
  linkClicksPassed,
  reportReady,
  revenuePassed,
} from '@tributary/contracts';
import { silent, trigger } from './trigger.ts';

export const figureTriggers = [
  // Whoever asked for a report looks for it; one that comes by itself is sent.
  trigger(reportReady, (report, { texts }) =>
    report.schedule === undefined
      ? []
      : [
          {
            type: 'scheduled_report',
            priority: 'normal',
            entityType: 'report',
            entityId: report.reportId,
            to: [report.affiliateId],
            channels: ['in_app', 'email'],
            ...texts.scheduledReport({ ...report, schedule: report.schedule }),
          },
        ],
  ),
  silent(linkClicksPassed, 'the webhook tells it; people see it in their figures'),
  silent(conversionsPassed, 'the webhook tells it; people see it in their figures'),
  silent(revenuePassed, 'the webhook tells it; people see it in their figures'),
  silent(apiLimitNeared, 'it concerns programs, which webhooks tell'),
  silent(apiLimitReached, 'it concerns programs, which webhooks tell'),
];
