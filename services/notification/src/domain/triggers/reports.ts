import {
  apiLimitNeared,
  apiLimitReached,
  conversionsPassed,
  linkClicksPassed,
  reportReady,
  revenuePassed,
} from '@tributary/contracts';
import { scheduledReport } from '../templates/reports.ts';
import { silent, trigger } from './trigger.ts';

export const reportTriggers = [
  // Only scheduled reports: a user who requests a report waits for it in the product.
  trigger(reportReady, (report) =>
    report.schedule === undefined
      ? []
      : [
          {
            type: 'scheduled_report',
            priority: 'normal',
            entityType: 'report',
            entityId: report.reportId,
            recipients: [report.affiliateId],
            channels: ['in_app', 'email'],
            text: scheduledReport({ ...report, schedule: report.schedule }),
          },
        ],
  ),
  silent(linkClicksPassed, 'a webhook publishes it, and reports show it'),
  silent(conversionsPassed, 'a webhook publishes it, and reports show it'),
  silent(revenuePassed, 'a webhook publishes it, and reports show it'),
  silent(apiLimitNeared, 'it concerns API clients, which webhooks notify'),
  silent(apiLimitReached, 'it concerns API clients, which webhooks notify'),
];
