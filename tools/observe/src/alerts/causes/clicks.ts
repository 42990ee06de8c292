import { conversionMetrics } from '@tributary/metrics';
import { type Alert } from '../alert.ts';
import { fires, one, quiet } from '../cases.ts';

/** Clicks that wait or are lost. */
export const clickAlerts: readonly Alert[] = [
  {
    name: 'ClicksRefused',
    severity: 'page',
    expr: `sum(increase(${conversionMetrics.clicksRefused.name}[5m])) > 0`,
    forMinutes: 0,
    summary: 'Visitors get 503: neither Kafka nor the local disk stores their clicks',
    meaning: 'Clicks are lost, and with them commissions. The objective is none.',
    look: 'The log of tracking, once a minute, with the disk’s own reason (`ENOSPC`); `click_spool_bytes`.',
    remedy:
      'Bring Kafka back, or make room for `CLICK_SPOOL_DIR`. Clicks go to Kafka as soon as it answers.',
    cases: [
      fires(one(conversionMetrics.clicksRefused.name, '0 0 0 4 4 4'), 4, {}),
      quiet(one(conversionMetrics.clicksRefused.name, '4x20'), 15),
    ],
  },
  {
    name: 'ClicksSpooled',
    severity: 'ticket',
    expr: `max by (service) (${conversionMetrics.spoolBytes.name}) > 0`,
    forMinutes: 1,
    summary: 'Clicks wait on the disk of their machine, because Kafka is away',
    meaning:
      'No click is lost, but none is counted until Kafka is back; a machine that dies takes its disk with it.',
    look: '`tributary_degraded{part="kafka"}`, the brokers.',
    remedy: 'Bring Kafka back; the spool is published by itself.',
    cases: [
      fires(one('click_spool_bytes{service="tracking"}', '0 0 9 9 9 9 9'), 5, {
        service: 'tracking',
      }),
      quiet(one('click_spool_bytes{service="tracking"}', '0 9 0 0 0 0'), 5),
    ],
  },
  {
    name: 'SpoolStalled',
    severity: 'page',
    expr: `max by (service) (${conversionMetrics.spoolOldestAge.name}) > 600 unless on () max(tributary_degraded{part="kafka"}) > 0`,
    forMinutes: 1,
    summary: 'Clicks on a local disk are not published although Kafka is there',
    meaning: 'The replay makes no progress.',
    look: 'The log of tracking for `the local spool cannot be replayed`.',
    remedy: 'Mend what it names; the files stay until every click of them is published.',
    cases: [
      fires(one('click_spool_oldest_seconds{service="tracking"}', '0+120x20'), 10, {
        service: 'tracking',
      }),
      quiet(
        [
          ...one('click_spool_oldest_seconds{service="tracking"}', '0+120x20'),
          ...one('tributary_degraded{service="tracking",part="kafka"}', '1x20'),
        ],
        10,
        'is quiet while Kafka is away, which has an alert of its own',
      ),
    ],
  },
];
