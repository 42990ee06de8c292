/** What a measurement may give. */
export interface Figures {
  /** The product's rate, as a share of the base's. */
  readonly ratio?: number;
  readonly p99Ratio?: number;
  readonly p99Ms?: number;
  readonly perSecond?: number;
  /** In the goal's unit. */
  readonly value?: number;
}

type Bound = Readonly<{ atLeast: number } | { atMost: number }>;

export interface Goal {
  readonly name: string;
  /** The unit of `value`. */
  readonly unit?: string;
  /** All must hold; none where a measurement only explains another. */
  readonly bounds: Readonly<Partial<Record<keyof Figures, Bound>>>;
}

const beside = 'all services beside';

/** Every goal of speed and memory. `npm run bench` measures them and prints each as met or missed. */
export const goals = {
  redirect: {
    name: 'click redirect, tracking’s own port',
    bounds: { ratio: { atLeast: 1.1 }, p99Ratio: { atMost: 1.2 } },
  },
  redirectBeside: {
    name: `click redirect, tracking’s own port, ${beside}`,
    bounds: { ratio: { atLeast: 0.35 }, p99Ms: { atMost: 50 } },
  },
  redirectGateway: {
    name: 'click redirect through the gateway',
    bounds: { ratio: { atLeast: 0.4 } },
  },
  redirectGatewayBeside: {
    name: `click redirect through the gateway, ${beside}`,
    bounds: { ratio: { atLeast: 0.4 } },
  },
  clickCpu: {
    name: 'CPU of one click over the whole system',
    unit: 'µs',
    bounds: { value: { atMost: 150 } },
  },
  intake: {
    name: 'conversion intake',
    bounds: { ratio: { atLeast: 3 }, p99Ratio: { atMost: 0.4 } },
  },
  intakeBeside: { name: `conversion intake, ${beside}`, bounds: {} },
  list: {
    name: 'list of 50 commissions through the gateway, against memory',
    bounds: { ratio: { atLeast: 0.25 }, perSecond: { atLeast: 1_500 } },
  },
  listBeside: { name: `list of 50 against memory, ${beside}`, bounds: {} },
  listQuery: { name: 'list of 50 against the same query', bounds: {} },
  listQueryBeside: { name: `list of 50 against the same query, ${beside}`, bounds: {} },
  gatewayCpu: {
    name: 'CPU of the gateway for one list',
    unit: 'µs',
    bounds: { value: { atMost: 60 } },
  },
  gatewayCpuBeside: { name: `CPU of the gateway for one list, ${beside}`, unit: 'µs', bounds: {} },
  review: {
    name: `bulk review of 1,000 conversions, ${beside}`,
    unit: 's',
    bounds: { value: { atMost: 2 } },
  },
  deliveries: {
    name: 'webhook deliveries, fanned out from Kafka',
    bounds: { ratio: { atLeast: 0.35 } },
  },
  deliveryDelay: {
    name: 'from an event to its delivery at 100 events/s, p95',
    unit: 'ms',
    bounds: { value: { atMost: 500 } },
  },
  reservations: {
    name: 'payout reservations, 64 on one balance',
    bounds: { ratio: { atLeast: 1 }, p99Ms: { atMost: 500 } },
  },
  approvals: { name: 'approvals, 64 on one affiliate', bounds: { ratio: { atLeast: 1 } } },
  audit: {
    name: 'ledger audit of a million entries',
    unit: 's',
    bounds: { value: { atMost: 30 } },
  },
  warmStart: {
    name: 'start of all services, engines running',
    unit: 's',
    bounds: { value: { atMost: 15 } },
  },
  memoryIdle: {
    name: 'memory of the largest process, idle',
    unit: 'MB',
    bounds: { value: { atMost: 110 } },
  },
  memoryLoaded: {
    name: 'memory of the largest process after load',
    unit: 'MB',
    bounds: { value: { atMost: 160 } },
  },
  memorySum: {
    name: 'memory of all processes after load, shared pages counted once',
    unit: 'MB',
    bounds: { value: { atMost: 1_200 } },
  },
  costClicks: { name: 'CPU of a million clicks, all processes', unit: 's', bounds: {} },
  costConversions: { name: 'CPU of a thousand conversions, all processes', unit: 's', bounds: {} },
  tracingCpu: {
    name: 'CPU of traces at 1 %',
    unit: '%',
    bounds: { value: { atMost: 15 } },
  },
  tracingMemory: {
    name: 'memory of traces at 1 %, of the largest process',
    unit: 'MB',
    bounds: { value: { atMost: 20 } },
  },
  growthRedirect: {
    name: 'redirect, grown against empty, p50',
    bounds: { ratio: { atMost: 1.3 } },
  },
  growthIntake: { name: 'intake, grown against empty, p50', bounds: { ratio: { atMost: 1.3 } } },
  growthList: { name: 'list, grown against empty, p50', bounds: { ratio: { atMost: 1.3 } } },
  growthReport: { name: 'report, grown against empty, p50', bounds: { ratio: { atMost: 1.3 } } },
} as const satisfies Record<string, Goal>;
export type GoalId = keyof typeof goals;

const NAMES: Readonly<Record<keyof Figures, string>> = {
  ratio: '',
  p99Ratio: 'p99 ratio ',
  p99Ms: 'p99 ms ',
  perSecond: '/s ',
  value: '',
};

/** A goal's bounds, for people. */
export function boundsText({ bounds, unit = '' }: Goal): string {
  const texts = Object.entries(bounds).map(([figure, bound]) => {
    const sign = 'atLeast' in bound ? '≥' : '≤';
    const limit = 'atLeast' in bound ? bound.atLeast : bound.atMost;
    const suffix = figure === 'value' ? ` ${unit}` : '';
    return `${NAMES[figure as keyof Figures]}${sign} ${String(limit)}${suffix}`;
  });
  return texts.length === 0 ? '–' : texts.join(', ');
}

/** Whether all bounds hold; a figure that was not measured holds none. */
export const isMet = ({ bounds }: Goal, figures: Figures): boolean =>
  Object.entries(bounds).every(([name, bound]) => {
    const figure = figures[name as keyof Figures] ?? Number.NaN;
    return 'atLeast' in bound ? figure >= bound.atLeast : figure <= bound.atMost;
  });
