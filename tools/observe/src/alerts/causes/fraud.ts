import { conversionMetrics } from '@tributary/metrics';
import { type Alert } from '../alert.ts';
import { fires, one, quiet } from '../cases.ts';

const { name: drift } = conversionMetrics.fraudDrift;

/** Fraud scores that no longer mean what they did. */
export const fraudAlerts: readonly Alert[] = [
  {
    name: 'FraudScoresDrift',
    severity: 'ticket',
    expr: `max by (of) (${drift}) > 0.25`,
    forMinutes: 0,
    summary: 'Fraud scores of the last week are distributed unlike those of the month before',
    meaning:
      'Customers, attacks or what shops report have changed, so that the scores may find less or hold honest orders. Nothing is paid that was held.',
    look: '`GET /api/admin/fraud/drifts`: the factors whose shares changed most. A factor that is never seen any more is often a field that a shop or a release stopped sending.',
    remedy:
      'Mend the missing field. Where customers or attacks changed, look at what the newest weights would change (`GET /api/admin/fraud/weights`), and apply them.',
    cases: [
      fires(one(`${drift}{service="attribution",of="factors"}`, '0.02 0.4 0.4'), 2, {
        of: 'factors',
      }),
      quiet(one(`${drift}{service="attribution",of="scores"}`, '0.2x5'), 4),
    ],
  },
];
