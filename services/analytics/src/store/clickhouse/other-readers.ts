import { allTime } from '../../domain/period.ts';
import { type Subject } from '../../domain/milestone.ts';
import { type FigureReaders, type SubjectTotal } from '../figures-port.ts';
import { type ClickHouse } from './client.ts';
import { type ClosedDays } from './closed-days.ts';
import { inMilliseconds, inSeconds, scopeCondition, tableFor } from './conditions.ts';
import { figureSql } from './figure-query.ts';

/** The statuses of conversions in ClickHouse. */
export const clickHouseStatuses = (clickHouse: ClickHouse): FigureReaders['statuses'] => ({
  byStatus: async (scope, period) => {
    const { sql, params } = scopeCondition(scope);
    const found = await clickHouse.rows<{ status: string; rows: number }>(
      `SELECT status, count() AS rows FROM ${tableFor('conversions', scope)} FINAL
       WHERE ${sql} AND ${inMilliseconds('converted_at', period)} GROUP BY status`,
      params,
    );
    return Object.fromEntries(found.map(({ status, rows }) => [status, rows]));
  },
});

interface Span {
  readonly rows: number;
  readonly first: number;
  readonly last: number;
}

/** When an affiliate was active in campaigns. */
export const clickHouseActivity = (clickHouse: ClickHouse): FigureReaders['activity'] => ({
  span: async (scope) => {
    const { sql, params } = scopeCondition(scope);
    const from = (table: string, time: string): string =>
      `SELECT ${time} AS at FROM ${tableFor(table, scope)} ${table === 'conversions' ? 'FINAL' : ''} WHERE ${sql}`;
    const days = [
      from('click_counts', 'toStartOfDay(minute)'),
      from('click_hours', 'toStartOfDay(hour)'),
    ];
    const clicks = days.map((day) => `SELECT toDateTime64(at, 3, 'UTC') AS at FROM (${day})`);
    const [found] = await clickHouse.rows<Span>(
      `SELECT count() AS rows, toUnixTimestamp64Milli(min(at)) AS first, toUnixTimestamp64Milli(max(at)) AS last
       FROM (${[...clicks, from('conversions', 'converted_at')].join(' UNION ALL ')})`,
      params,
    );
    return found === undefined || found.rows === 0
      ? { first: null, last: null }
      : { first: new Date(found.first), last: new Date(found.last) };
  },
});

interface OwnerFigures {
  readonly k0: string;
  readonly k1: string;
  readonly k2: string | null;
  readonly unique: number;
  readonly duplicate: number;
  readonly conversions: number;
  readonly revenueMinor: number;
}

const totalIn = (rows: readonly OwnerFigures[], { kind }: Subject): number =>
  rows.reduce((sum, row) => {
    if (kind === 'clicks') return sum + row.unique + row.duplicate;
    return sum + (kind === 'conversions' ? row.conversions : row.revenueMinor);
  }, 0);

/** Totals of all time, for milestones. */
export const clickHouseTotals = (
  clickHouse: ClickHouse,
  closedDays: ClosedDays,
): FigureReaders['totals'] => ({
  totalOf: async (subject): Promise<SubjectTotal | undefined> => {
    const { kind, id, currency } = subject;
    const scope = kind === 'clicks' ? { linkId: id } : { campaignId: id };
    const only = kind === 'clicks' ? 'clicks' : 'conversions';
    const query = { scope, period: allTime, currency, by: 'owners', only } as const;
    const { sql, params } = figureSql(query, await closedDays.readUntil());
    const rows = await clickHouse.rows<OwnerFigures>(sql, params);
    const [first] = rows;
    if (first === undefined) return undefined;
    const { k0: brandId, k1: campaignId, k2: affiliateId } = first;
    return { total: totalIn(rows, subject), brandId, campaignId, affiliateId };
  },

  subjectsSince: async function* (day) {
    const since = { start: day, end: allTime.end };
    const links = clickHouse.stream<{ id: string }>(
      `SELECT DISTINCT toString(link_id) AS id FROM click_counts WHERE ${inSeconds('minute', since)}`,
    );
    for await (const { id } of links) yield { kind: 'clicks', id, currency: null };
    const campaigns = clickHouse.stream<{ id: string; currencies: string[] }>(
      `SELECT toString(campaign_id) AS id, groupUniqArray(currency) AS currencies FROM conversions FINAL
       WHERE ${inMilliseconds('converted_at', since)} GROUP BY campaign_id`,
    );
    for await (const { id, currencies } of campaigns) {
      yield { kind: 'conversions', id, currency: null };
      for (const currency of currencies) yield { kind: 'revenue', id, currency };
    }
  },
});
