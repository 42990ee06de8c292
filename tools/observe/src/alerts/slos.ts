import { conversionMetrics, callMetrics, deliveryMetrics, moneyMetrics } from '@tributary/metrics';
import { INTAKE, REDIRECTS } from '../routes.ts';
import { type Alert, type TestCase, type TestSeries } from './alert.ts';

/** A service level objective: the share of events that must be good over thirty days. */
export interface Slo {
  readonly id: string;
  readonly title: string;
  /** The share that must be good. */
  readonly objective: number;
  /** PromQL: how many events, and how many good ones, within a window such as `5m`. */
  readonly total: (window: string) => string;
  readonly good: (window: string) => string;
  /** Fewer events in the shorter window raise no alert: one failure of ten proves nothing. */
  readonly minEvents: number;
  readonly meaning: string;
  readonly look: string;
  readonly remedy: string;
  /** Test series of a minute with so many events, of which so many are good. */
  readonly series: (perMinute: number, goodPerMinute: number, minutes: number) => TestSeries[];
}

const inWindow = (selector: string, window: string): string =>
  `sum(increase(${selector}[${window}]))`;

const grows = (perMinute: number, minutes: number): string =>
  `0+${String(perMinute)}x${String(minutes)}`;

const withinBucket = (name: string, seconds: number) => ({
  total: (window: string) => inWindow(`${name}_count`, window),
  good: (window: string) => inWindow(`${name}_bucket{le="${String(seconds)}"}`, window),
  series: (perMinute: number, goodPerMinute: number, minutes: number): TestSeries[] => [
    { series: `${name}_count`, values: grows(perMinute, minutes) },
    { series: `${name}_bucket{le="${String(seconds)}"}`, values: grows(goodPerMinute, minutes) },
  ],
});

const stuck = moneyMetrics.stuckPayouts.name;

/** A window with the step of its samples: some hundred at most. */
const stepped = (window: string): string =>
  `${window}:${window === '3d' ? '30m' : window === '6h' ? '5m' : '1m'}`;

const http = callMetrics.httpDuration.name;

export const slos: readonly Slo[] = [
  {
    id: 'Redirects',
    title: '99.95 % of redirects are answered within 50 ms and without a fault of ours',
    objective: 0.9995,
    minEvents: 100,
    total: (window) => inWindow(`${http}_count{${REDIRECTS}}`, window),
    good: (window) => inWindow(`${http}_bucket{${REDIRECTS},status!~"5..",le="0.05"}`, window),
    series: (perMinute, good, minutes) => [
      { series: `${http}_count{${REDIRECTS},status="302"}`, values: grows(perMinute, minutes) },
      {
        series: `${http}_bucket{${REDIRECTS},status="302",le="0.05"}`,
        values: grows(good, minutes),
      },
    ],
    meaning: 'Visitors wait for their redirect, or get 503.',
    look: 'The board “Clicks and conversions”: latency by status, clicks stored in Kafka and in the spool, refused clicks. Then CPU and event loop of tracking’s edges on “Services”.',
    remedy:
      'Add edges of tracking where they are busy. Where Kafka or Redis is slow, mend that first; redirects go on without either.',
  },
  {
    id: 'Intake',
    title: '99.95 % of orders, refunds and postbacks are answered without a fault of ours',
    objective: 0.9995,
    minEvents: 50,
    total: (window) => inWindow(`${http}_count{${INTAKE}}`, window),
    good: (window) => inWindow(`${http}_count{${INTAKE},status!~"5.."}`, window),
    series: (perMinute, good, minutes) => {
      const route = 'service="tracking",route="/api/track/conversion"';
      return [
        { series: `${http}_count{${route},status="201"}`, values: grows(good, minutes) },
        {
          series: `${http}_count{${route},status="503"}`,
          values: grows(perMinute - good, minutes),
        },
      ];
    },
    meaning:
      'Shops and networks get 503 for orders. They repeat them; one that does not repeat loses a commission.',
    look: 'The log of tracking for `database_unavailable` and `database_busy`, the board “Engines”.',
    remedy:
      'Bring MongoDB’s primary back, or give it room. Nothing has to be repeated by hand: senders repeat, and an order is stored once.',
  },
  {
    id: 'CommissionVisible',
    title: '99 % of conversions are in the affiliate’s view within 5 s',
    objective: 0.99,
    minEvents: 20,
    ...withinBucket(conversionMetrics.visibleDelay.name, 5),
    meaning:
      'Affiliates do not see orders that were acknowledged. Nothing is lost: they are in the outbox or in Kafka.',
    look: 'The board “Events and lag”: outbox of tracking, delay and lag of `commission` on `tracking.conversions`.',
    remedy:
      'Bring back the worker or Kafka. Where the worker is busy, add one, up to the number of partitions.',
  },
  {
    id: 'WebhookFirstAttempt',
    title: '99 % of webhooks are tried within 30 s',
    objective: 0.99,
    minEvents: 20,
    ...withinBucket(deliveryMetrics.firstDelay.name, 30),
    meaning: 'Webhooks leave late.',
    look: 'The board “Webhooks and notifications”: attempts, their duration, the delay of the first. A few slow endpoints must not delay others.',
    remedy: 'Add workers of webhook. An endpoint that hangs is paused by itself.',
  },
  {
    id: 'PayoutsInTime',
    title: 'In 99.9 % of the time no payout is past the deadline of its step',
    objective: 0.999,
    minEvents: 1,
    total: (window) => `count_over_time(max(${stuck})[${stepped(window)}])`,
    good: (window) => `sum_over_time((max(${stuck}) == bool 0)[${stepped(window)}])`,
    series: (perMinute, good, minutes) => [
      {
        series: `${stuck}{service="payout",step="sending"}`,
        values: `${good < perMinute ? '3' : '0'}x${String(minutes)}`,
      },
    ],
    meaning:
      'Payouts wait longer in a step than they may. No money is lost: each step is repeated until its outcome is known.',
    look: 'The log of payout for `past the deadline of its step`, the board “Money”: circuit breakers and provider latency.',
    remedy:
      'Bring the provider back. Do not pay by hand before `npm run tool -- payouts reconcile` shows that the provider has not.',
  },
];

interface Burn {
  readonly name: string;
  readonly factor: number;
  readonly long: string;
  readonly short: string;
  readonly severity: Alert['severity'];
  readonly text: string;
}

/** Multi-window, multi-burn-rate alerts: the SRE Workbook of Google, chapter 5. */
const burns: readonly Burn[] = [
  {
    name: 'Fast',
    factor: 14.4,
    long: '1h',
    short: '5m',
    severity: 'page',
    text: '2 % of the month’s budget in an hour',
  },
  {
    name: 'Steady',
    factor: 6,
    long: '6h',
    short: '30m',
    severity: 'page',
    text: '5 % of the month’s budget in six hours',
  },
  {
    name: 'Slow',
    factor: 1,
    long: '3d',
    short: '6h',
    severity: 'ticket',
    text: '10 % of the month’s budget in three days',
  },
];

const budgetOf = ({ objective }: Slo): number => Number((1 - objective).toFixed(6));

/** True where the share of bad events in both windows uses up the budget so fast. */
function burnExpr(slo: Slo, { factor, long, short }: Burn): string {
  const bad = (window: string): string => `1 - ${slo.good(window)} / ${slo.total(window)}`;
  const limit = `${String(factor)} * ${String(budgetOf(slo))}`;
  return [
    `(${bad(long)}) > ${limit}`,
    `and (${bad(short)}) > ${limit}`,
    `and ${slo.total(short)} >= ${String(slo.minEvents)}`,
  ].join('\n');
}

const MINUTES = { '1h': 60, '6h': 360, '3d': 4_320 } as const;

function casesOf(slo: Slo, burn: Burn): Alert['cases'] {
  const minutes = MINUTES[burn.long as keyof typeof MINUTES];
  const perMinute = 100_000;
  const badAt = (share: number): number => Math.round(perMinute * (1 - share));
  const at = (title: string, good: number, volume = perMinute): TestCase => ({
    title,
    input: slo.series(volume, good, minutes),
    atMinute: minutes,
  });
  const beyond = Math.min(1, 1.5 * burn.factor * budgetOf(slo));
  const firing = { ...at('burns faster', badAt(beyond)), fires: {} };
  const within = 0.5 * burn.factor * budgetOf(slo);
  const isShareOfTime = slo.id === 'PayoutsInTime';
  const quiet = isShareOfTime ? at('all in time', perMinute) : at('burns slower', badAt(within));
  return [firing, quiet];
}

/** The alerts of all objectives. */
export const sloAlerts: readonly Alert[] = slos.flatMap((slo) =>
  burns.map((burn): Alert => ({
    name: `${slo.id}${burn.name}Burn`,
    severity: burn.severity,
    expr: burnExpr(slo, burn),
    forMinutes: 0,
    summary: `${slo.title}: ${burn.text}`,
    meaning: slo.meaning,
    look: slo.look,
    remedy: slo.remedy,
    cases: casesOf(slo, burn),
  })),
);
