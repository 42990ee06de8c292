import { deliveryMetrics } from '@tributary/metrics';
import { type Alert } from '../alert.ts';
import { fires, one, quiet } from '../cases.ts';

const failedAttempts = `${deliveryMetrics.attempts.name}{status!="success"}`;

/** Webhooks that fail. */
export const deliveryAlerts: readonly Alert[] = [
  {
    name: 'WebhooksFail',
    severity: 'ticket',
    expr: [
      `sum(rate(${failedAttempts}[5m])) / sum(rate(${deliveryMetrics.attempts.name}[5m])) > 0.5`,
      `and sum(increase(${deliveryMetrics.attempts.name}[5m])) > 20`,
    ].join('\n'),
    forMinutes: 0.5,
    summary: 'More than half of the webhook attempts fail',
    meaning:
      'Many endpoints are away at once: the cause is probably on our side, such as DNS or the way out.',
    look: 'The log of webhook, which names the problem of each attempt.',
    remedy: 'Mend the way out. Deliveries are repeated for days.',
    cases: [
      fires(
        [
          ...one('webhook_attempts_total{status="success"}', '0+10x30'),
          ...one('webhook_attempts_total{status="pending"}', '0+90x30'),
        ],
        25,
        {},
      ),
      quiet(
        [
          ...one('webhook_attempts_total{status="success"}', '0+90x30'),
          ...one('webhook_attempts_total{status="pending"}', '0+10x30'),
        ],
        25,
      ),
    ],
  },
];
