import { type AmountRow, moneyColumns } from '../../domain/brand-report.ts';
import { countedStatuses, earnedStatuses } from '../../domain/states.ts';
import { type AmountQuery, type AmountReader } from '../figures-port.ts';
import { type ClickHouse } from './client.ts';
import { inMilliseconds, listOf, scopeCondition } from './conditions.ts';

/** The facts of a query that stand in its period. */
const factsOf = (table: string, { period, ...query }: AmountQuery): string => {
  const scope = scopeCondition(query).sql;
  const inPeriod = inMilliseconds('converted_at', period);
  return `${table} FINAL WHERE ${scope} AND currency = {currency:String} AND ${inPeriod}`;
};

const whereAnyOf = (statuses: readonly string[], amount: string): string =>
  `if(status IN ${listOf(statuses)}, ${amount}, 0)`;

const FACT = ['id', 'affiliate_id', 'campaign_id', 'order_id', 'converted_at', 'status'];
const NEWEST_FIRST = 'ORDER BY converted_at DESC, toString(id) DESC';

/** What of a commission is paid; facts stored before the field existed know it by their status alone. */
const PAID = `ifNull(paid_minor, ${whereAnyOf(['paid'], 'amount_minor')})`;
const DUE = whereAnyOf(['approved', 'paid'], `amount_minor - ${PAID}`);
const OWED_BACK = `if(status IN ${listOf(earnedStatuses)}, 0, ${PAID})`;

/** The commissions of each order that are owed in the report's currency. */
const EARNED = `SELECT conversion_id, sum(amount_minor) AS earned FROM commissions FINAL
  WHERE brand_id = {brand:UUID} AND currency = {currency:String}
    AND status IN ${listOf(earnedStatuses)} AND conversion_id IN (SELECT id FROM orders)
  GROUP BY conversion_id`;

const conversionSql = (query: AmountQuery, paged: string): string => `
  WITH orders AS (SELECT ${[...FACT, 'value_minor', 'refunded_minor'].join(', ')}
    FROM ${factsOf('conversions', query)} ${paged})
  SELECT ${FACT.map((name) => `orders.${name} AS ${name}`).join(', ')},
    value_minor + refunded_minor AS order_value, refunded_minor AS refunded,
    ${whereAnyOf(countedStatuses, 'value_minor')} AS revenue, ifNull(found.earned, 0) AS commission
  FROM orders LEFT JOIN (${EARNED}) AS found ON found.conversion_id = orders.id`;

const commissionSql = (query: AmountQuery, paged: string): string => `
  SELECT ${[...FACT, 'conversion_id'].join(', ')},
    ${whereAnyOf(earnedStatuses, 'amount_minor')} AS amount, ${PAID} AS paid, ${DUE} AS due
  FROM ${factsOf('commissions', query)} ${paged}`;

/** One row for each affiliate; those without anything due, on hold or paid are left out. */
const dueSql = (query: AmountQuery): string => `
  SELECT affiliate_id, countIf(${DUE} > 0) AS commissions,
    sum(${whereAnyOf(['pending'], 'amount_minor')}) AS on_hold, sum(${DUE}) AS due,
    sum(${OWED_BACK}) AS owed_back, sum(${PAID}) AS paid
  FROM ${factsOf('commissions', query)} GROUP BY affiliate_id
  HAVING on_hold != 0 OR due != 0 OR owed_back != 0 OR paid != 0`;

/** The rows of a query; `paged` selects among single facts, before others are joined. */
function rowsSql(query: AmountQuery, paged: string): string {
  if (query.kind === 'payouts_due') return dueSql(query);
  return query.kind === 'conversions' ? conversionSql(query, paged) : commissionSql(query, paged);
}

function orderedSql(query: AmountQuery, page: string): string {
  if (query.kind === 'payouts_due') {
    return `${dueSql(query)} ORDER BY due DESC, toString(affiliate_id) ASC NULLS FIRST ${page}`;
  }
  const rows = rowsSql(query, `${NEWEST_FIRST} ${page}`);
  // A join may change the order.
  return query.kind === 'conversions' ? `${rows} ${NEWEST_FIRST}` : rows;
}

type Found = Readonly<Record<string, string | number | null>>;

const text = (value: unknown): string => String(value);

function amountRow({ kind }: AmountQuery, found: Found): AmountRow {
  const amounts = Object.fromEntries(
    moneyColumns(kind).map((name) => [name, Number(found[name] ?? 0)]),
  );
  const affiliateId = found['affiliate_id'] as string | null;
  if (kind === 'payouts_due') {
    const commissions = Number(found['commissions']);
    return { _id: affiliateId as string, affiliateId, commissions, amounts };
  }
  const conversionId = found['conversion_id'];
  return {
    _id: text(found['id']),
    affiliateId,
    campaignId: text(found['campaign_id']),
    ...(typeof conversionId === 'string' ? { conversionId } : {}),
    ...(typeof found['order_id'] === 'string' ? { orderId: found['order_id'] } : {}),
    convertedAt: new Date(`${text(found['converted_at']).replace(' ', 'T')}Z`),
    status: text(found['status']),
    amounts,
  };
}

const paramsOf = ({ period: _period, kind: _kind, currency, ...scope }: AmountQuery) => ({
  ...scopeCondition(scope).params,
  currency,
});

/** The orders and commissions in ClickHouse, row by row. */
export const clickHouseBrandReports = (clickHouse: ClickHouse): AmountReader => ({
  stream: async function* (query) {
    const rows = clickHouse.stream<Found>(orderedSql(query, ''), paramsOf(query));
    for await (const found of rows) yield amountRow(query, found);
  },

  list: async (query, { skip, limit }) => {
    const sql = orderedSql(query, 'LIMIT {limit:UInt32} OFFSET {skip:UInt32}');
    const rows = await clickHouse.rows<Found>(sql, { ...paramsOf(query), limit, skip });
    return rows.map((found) => amountRow(query, found));
  },

  total: async (query) => {
    const names = moneyColumns(query.kind);
    const commissions = query.kind === 'payouts_due' ? 'sum(commissions)' : '0';
    const sums = names.map((name) => `sum(${name}) AS ${name}`);
    const sql = `SELECT count() AS rows, ${commissions} AS counted, ${sums.join(', ')}
      FROM (${rowsSql(query, '')})`;
    const [found] = await clickHouse.rows<Record<string, number>>(sql, paramsOf(query));
    return {
      rows: found?.['rows'] ?? 0,
      commissions: found?.['counted'] ?? 0,
      amounts: Object.fromEntries(names.map((name) => [name, found?.[name] ?? 0])),
    };
  },
});
