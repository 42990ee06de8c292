import { inMinutes, type Period, splitPeriod } from '../../domain/period.ts';
import { countedStatuses, earnedStatuses } from '../../domain/states.ts';
import { type FigureQuery, type Grouping, type Source } from '../figures-port.ts';
import {
  inDays,
  inMilliseconds,
  inSeconds,
  listOf,
  scopeCondition,
  tableFor,
} from './conditions.ts';

/** `owners`: by the brand, the campaign and the affiliate at once. */
export type GroupedBy = Grouping | 'owners';

/** Without a currency: amounts of all. */
export interface Figuring extends Omit<FigureQuery, 'by' | 'currency'> {
  readonly currency: string | null;
  readonly by: GroupedBy;
}

type KeysOf = (time: string) => readonly string[];

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

/** The columns of each grouping's key, given the expression of the time. */
const keys: Readonly<Record<GroupedBy, KeysOf>> = {
  total: () => [],
  hour: (time) => [`toUnixTimestamp(toStartOfHour(${time}))`],
  day: (time) => [`toUnixTimestamp(toStartOfDay(${time}))`],
  campaign: () => ['campaign_id'],
  link: () => ['link_id', 'campaign_id'],
  affiliate: () => ['affiliate_id'],
  utm: () => UTM,
  geo: () => ['country'],
  device: () => ['device', 'browser'],
  time_of_day: (time) => [`toHour(${time})`],
  owners: () => ['brand_id', 'campaign_id', 'affiliate_id'],
};

const TRAITS: readonly GroupedBy[] = ['utm', 'geo', 'device'];

/** Whether ids, which sort as text, are the key. */
const HAS_IDS: readonly GroupedBy[] = ['campaign', 'link', 'affiliate', 'owners'];

/** The figures of a row by the names of the statement; a branch states those that it has. */
const FIGURES = {
  unique: 'u',
  duplicate: 'd',
  invalid: 'i',
  withoutConsent: 'w',
  conversions: 'c',
  revenueMinor: 'r',
  earningsMinor: 'e',
} as const;

type Expressions = Partial<Record<keyof typeof FIGURES, string>>;

const CLICKS: Expressions = {
  unique: 'sum(unique_clicks)',
  duplicate: 'sum(duplicate_clicks)',
  invalid: 'sum(invalid_clicks)',
  withoutConsent: 'sum(refused_clicks)',
};

interface Branch {
  readonly table: string;
  readonly time: string;
  readonly where: string;
  readonly figures: Expressions;
}

/** Which spans of clicks are read from the sums of closed days, and which from the counts of minutes. */
export function spansOf(period: Period, closedUntil: number) {
  const { whole, edges } = splitPeriod(period, 'day');
  if (whole === undefined) return { closed: [], open: edges };
  const end = new Date(Math.min(whole.end.getTime(), closedUntil));
  if (end <= whole.start) return { closed: [], open: [period] };
  const rest = end < whole.end ? [{ start: end, end: whole.end }] : [];
  return { closed: [{ start: whole.start, end }], open: [...edges, ...rest] };
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.map((one) => `(${one})`).join(' OR ');

function clickBranches({ period, by }: Figuring, closedUntil: number): Branch[] {
  const { closed, open } = spansOf(inMinutes(period), closedUntil);
  const figures = CLICKS;
  const counted = open.filter(({ start, end }) => start < end);
  const [sums] = closed.map((span): Branch =>
    TRAITS.includes(by)
      ? { table: 'click_days', time: `toDateTime(day, 'UTC')`, where: inDays('day', span), figures }
      : { table: 'click_hours', time: 'hour', where: inSeconds('hour', span), figures },
  );
  const minutes: Branch = {
    table: 'click_counts',
    time: 'minute',
    where: anyOf(counted.map((span) => inSeconds('minute', span))),
    figures,
  };
  return [...(sums === undefined ? [] : [sums]), ...(counted.length === 0 ? [] : [minutes])];
}

function factBranch(
  { period, currency }: Figuring,
  table: 'conversions' | 'commissions',
  { statuses, figures }: { readonly statuses: readonly string[]; readonly figures: Expressions },
): Branch {
  const inCurrency = currency === null ? '' : ' AND currency = {currency:String}';
  const where = `status IN ${listOf(statuses)} AND ${inMilliseconds('converted_at', period)}${inCurrency}`;
  return { table, time: 'converted_at', where, figures };
}

function branchesOf(query: Figuring, closedUntil: number): Branch[] {
  const isWanted = (source: Source) => query.only === undefined || query.only === source;
  const orders = {
    statuses: countedStatuses,
    figures: { conversions: 'count()', revenueMinor: 'sum(value_minor)' },
  };
  const earned = { statuses: earnedStatuses, figures: { earningsMinor: 'sum(amount_minor)' } };
  return [
    ...(isWanted('clicks') ? clickBranches(query, closedUntil) : []),
    ...(isWanted('conversions') ? [factBranch(query, 'conversions', orders)] : []),
    ...(isWanted('commissions') ? [factBranch(query, 'commissions', earned)] : []),
  ];
}

const figureNames = Object.entries(FIGURES) as [keyof typeof FIGURES, string][];

function branchSql({ scope, by }: Figuring, { table, time, where, figures }: Branch): string {
  const key = keys[by](time);
  const columns = [
    ...key.map((expression, index) => `${expression} AS k${String(index)}`),
    ...figureNames.map(([name, short]) => `toInt64(${figures[name] ?? '0'}) AS ${short}`),
  ];
  const grouped = key.map((_, index) => `k${String(index)}`);
  return `SELECT ${columns.join(', ')} FROM ${tableFor(table, scope)} FINAL
    WHERE ${scopeCondition(scope).sql} AND (${where})
    ${grouped.length === 0 ? '' : `GROUP BY ${grouped.join(', ')}`}`;
}

/** The statement of one row for each group with figures, and its parameters. */
export function figureSql(
  query: Figuring,
  closedUntil: number,
): { readonly sql: string; readonly params: Readonly<Record<string, unknown>> } {
  const branches = branchesOf(query, closedUntil).map((branch) => branchSql(query, branch));
  const key = keys[query.by]('').map((_, index) => `k${String(index)}`);
  const shown = key.map((name) =>
    HAS_IDS.includes(query.by) ? `toString(${name}) AS ${name}` : name,
  );
  const sums = figureNames.map(([name, short]) => `sum(${short}) AS ${name}`);
  const something = figureNames.map(([name]) => `${name} != 0`).join(' OR ');
  const sql = `SELECT ${[...shown, ...sums].join(', ')} FROM (${branches.join(' UNION ALL ')})
    ${key.length === 0 ? '' : `GROUP BY ${key.join(', ')}`} HAVING ${something}`;
  const currency = query.currency === null ? {} : { currency: query.currency };
  return { sql, params: { ...scopeCondition(query.scope).params, ...currency } };
}

/** Descending by earnings, then by clicks and conversions, and by the keys; hours in their order. */
export function orderSql(by: Grouping): string {
  const key = keys[by]('').map((_, index) => `k${String(index)} ASC NULLS FIRST`);
  if (by === 'time_of_day') return `ORDER BY ${key.join(', ')}`;
  const figures = ['earningsMinor DESC', 'unique + duplicate + invalid DESC', 'conversions DESC'];
  return `ORDER BY ${[...figures, ...key].join(', ')}`;
}

/** The sums and the number of all rows of a statement. */
export const totalSql = (sql: string): string => {
  const sums = figureNames.map(([name, short]) => `sum(${name}) AS ${short}`);
  const named = figureNames.map(([name, short]) => `${short} AS ${name}`);
  return `SELECT rows, ${named.join(', ')} FROM (SELECT count() AS rows, ${sums.join(', ')} FROM (${sql}))`;
};
