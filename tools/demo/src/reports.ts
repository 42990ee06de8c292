import { fromWireNumber } from '@tributary/money';
import { type Schemas, type Tributary } from '@tributary/sdk';
import { chooseAffiliates, expectedCommission, type Order } from './orders.ts';
import { readUntil } from './read-until.ts';
import { AFFILIATES, type Member, RATE_THOUSANDTHS, type Setup } from './story.ts';

/** The expected figures of a report's row or totals. */
interface Figures {
  readonly clicks: number;
  readonly conversions: number;
  readonly revenueMinor: number;
  readonly earningsMinor: number;
}

const none: Figures = { clicks: 0, conversions: 0, revenueMinor: 0, earningsMinor: 0 };
const names = ['clicks', 'conversions', 'revenueMinor', 'earningsMinor'] as const;

const sum = (a: Figures, b: Figures): Figures => ({
  clicks: a.clicks + b.clicks,
  conversions: a.conversions + b.conversions,
  revenueMinor: a.revenueMinor + b.revenueMinor,
  earningsMinor: a.earningsMinor + b.earningsMinor,
});

/** Each affiliate's figures, calculated from the file only: a click per customer, a conversion per order. */
export function figuresByFile(orders: readonly Order[], seed: number): Figures[] {
  const chosen = chooseAffiliates(orders, seed, AFFILIATES);
  const figures = Array.from({ length: AFFILIATES }, () => none);
  const add = (affiliate: number, more: Partial<Figures>): void => {
    figures[affiliate] = sum(figures[affiliate] ?? none, { ...none, ...more });
  };
  for (const affiliate of chosen.values()) add(affiliate, { clicks: 1 });
  for (const { customerId, valueMinor } of orders) {
    add(chosen.get(customerId) ?? 0, {
      conversions: 1,
      revenueMinor: valueMinor,
      earningsMinor: expectedCommission(valueMinor, RATE_THOUSANDTHS),
    });
  }
  return figures;
}

type Metrics = Schemas['Metrics'];

type Report = Pick<Schemas['GetReportResponse'], 'rows' | 'totals'>;

type Kind = Schemas['GetReportResponse']['kind'];

const cents = (amount: number): number => fromWireNumber(amount, 'USD');

const figuresOf = (metrics: Metrics): Figures => ({
  clicks: metrics.gross_clicks,
  conversions: metrics.conversions,
  revenueMinor: cents(metrics.revenue),
  earningsMinor: cents(metrics.earnings),
});

const isWhole = ({ gross_clicks, unique_clicks, duplicate_clicks, invalid_clicks }: Metrics) =>
  gross_clicks === unique_clicks + duplicate_clicks + invalid_clicks;

type Head = Readonly<Partial<Schemas['ReportRow']>>;

/** The expected dimensions of the only row of each kind: there is one campaign, link and kind of visitor. */
const heads = (setup: Setup, member: Member): Readonly<Record<Kind, Head>> => ({
  campaign: { campaign_id: setup.campaign.id, campaign_name: setup.campaign.name },
  link: { tracking_code: member.trackingCode },
  utm: { utm_source: null, utm_medium: null, utm_campaign: null },
  geo: {},
  device: { device: 'desktop', browser: 'Chrome' },
  time_of_day: {},
});

function differencesOf(report: Report, head: Head, expected: Figures): string[] {
  const rows = report.rows.map(figuresOf).reduce(sum, none);
  const totals = figuresOf(report.totals);
  const figures = names.flatMap((name) => [
    ...(rows[name] === expected[name]
      ? []
      : [`rows ${name} ${String(rows[name])}, the file gives ${String(expected[name])}`]),
    ...(totals[name] === expected[name]
      ? []
      : [`totals ${name} ${String(totals[name])}, the file gives ${String(expected[name])}`]),
  ]);
  const broken = [...report.rows, report.totals].filter((row) => !isWhole(row));
  const odd = report.rows.filter((row) =>
    Object.entries(head).some(([name, value]) => row[name as keyof typeof row] !== value),
  );
  return [
    ...figures,
    ...(broken.length === 0 ? [] : ['gross is not unique, duplicate and invalid clicks']),
    ...(odd.length === 0 ? [] : [`rows of other dimensions: ${JSON.stringify(odd[0])}`]),
  ];
}

/**
 * Compares the six kinds of report of every affiliate with the file, until they agree or `withinMs` has
 * passed. Returns the differences.
 */
export async function reportDifferences(
  setup: Setup,
  expectation: { expected: readonly Figures[]; withinMs: number },
): Promise<string[]> {
  const { expected, withinMs } = expectation;
  const found = await Promise.all(
    setup.members.flatMap((member, index) =>
      Object.entries(heads(setup, member)).map(async ([kind, head]) => {
        const { tributary, name } = member.account;
        const query = reportQuery(kind as Kind, setup.campaign.id);
        const expectation = { head, expected: expected[index] ?? none, withinMs };
        const differences = await differencesUntil(tributary, query, expectation);
        return differences.map((text) => `${name}, report by ${kind}: ${text}`);
      }),
    ),
  );
  return found.flat();
}

const reportQuery = (kind: Kind, campaign_id: string): Schemas['GetReportQuery'] => ({
  kind,
  start_date: '2020-01-01',
  campaign_id,
  per_page: 100,
});

/** Reads a report until it agrees or the time is up. */
const differencesUntil = (
  { reports }: Tributary,
  query: Schemas['GetReportQuery'],
  { head, expected, withinMs }: { head: Head; expected: Figures; withinMs: number },
): Promise<string[]> =>
  readUntil(
    async () => differencesOf(await reports.get(query), head, expected),
    (differences) => differences.length === 0,
    withinMs,
  );
